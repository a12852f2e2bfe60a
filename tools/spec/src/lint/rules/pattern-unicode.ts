import type { Oas3Rule } from "@redocly/openapi-core";

function whyNoPattern(pattern: string): string | undefined {
  try {
    new RegExp(pattern, "u");
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** If a pattern does not compile with the `u` flag, Prism silently skips validation of the body. */
export const patternUnicode: Oas3Rule = () => ({
  Schema(schema, { report, location }) {
    const { pattern, patternProperties = {} } = schema as {
      pattern?: string;
      patternProperties?: object;
    };
    const places = Object.keys(patternProperties).map(
      (key) => [key, location.child(["patternProperties", key]).key()] as const,
    );
    if (pattern !== undefined) {
      places.push([pattern, location.child("pattern")]);
    }
    for (const [text, place] of places) {
      const why = whyNoPattern(text);
      if (!why) {
        continue;
      }
      report({
        message: `The pattern must compile with the \`u\` flag, which validators use. ${why}. Escape only syntax characters, and \`-\` inside a class as \`\\-\`.`,
        location: place,
      });
    }
  },
});
