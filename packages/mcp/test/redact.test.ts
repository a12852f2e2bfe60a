import { expect, it } from "vitest";
import { tokensOf } from "../src/options.ts";
import { redactor } from "../src/redact.ts";

const TOKENS = ['tk_2f9d81c0a7"b/3 46e5', "Zm9v+YmFy/~~???>>>=", "12345678", "tökën-ñ-123456"];

const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  "a URL": encodeURIComponent,
  "a query": (text) => new URLSearchParams({ text }).toString().slice("text=".length),
  JSON: (text) => JSON.stringify(text).slice(1, -1),
};

it.each(Object.entries(ENCODINGS))("removes a token in %s", (_, encode) => {
  for (const token of TOKENS) {
    const redact = redactor([token]);
    const found = redact({ [encode(token)]: [`before ${encode(token)} after`] });
    expect(found).toEqual({ "[redacted]": ["before [redacted] after"] });
  }
});

it.each(["user:secret-word", "only-a-name"])(
  "removes basic credentials as they are sent: %s",
  (pair) => {
    const credentials = [{ name: "login", credential: { kind: "basic" } }];
    const api = { rules: { credentials } } as never;
    const redact = redactor(tokensOf({ api, settings: { login: pair } }));
    const sent = Buffer.from(pair.includes(":") ? pair : `${pair}:`).toString("base64");
    expect(redact(`Basic ${sent} of ${pair}`)).toBe("Basic [redacted] of [redacted]");
    expect(redact(`a ${pair.split(":").at(-1)}`)).toBe("a [redacted]");
  },
);

it("removes each of several tokens, and nothing else", () => {
  const redact = redactor(["first", "first-token-1", "second-token-2"]);
  expect(redact("first-token-1 second-token-2")).toBe("[redacted] [redacted]");
  const other = { hash: `0x${"ab".repeat(32)}`, name: "First-Token-1", value: 5, none: null };
  expect(redact(other)).toEqual(other);
});
