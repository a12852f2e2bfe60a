import { type OpenApiDocument, type Response, successesOf } from "@chainkit/openapi";
import { facts, leftOutNote, type OperationReference, originNote } from "./document.ts";
import {
  constraintsText,
  type Field,
  fieldsOf,
  MAX_NESTED_OF_ERROR,
  typeText,
  withNested,
} from "./fields.ts";

/**
 * Writes the reference of an operation as Markdown, the source of its static page and of the `.md`
 * file next to it.
 */
export function operationText(reference: OperationReference, document: OpenApiDocument): string {
  const { operation, summary, samples, guides } = reference;
  const { method, path, description, parameters, body, responses } = operation;
  const parts = [
    `# ${summary}`,
    description,
    `\`\`\`http\n${method} ${path}\n\`\`\``,
    facts(operation),
    leftOutNote(operation),
    section(
      "Samples",
      samples.map(({ fence, source }) => `\`\`\`${fence}\n${source.trim()}\n\`\`\``).join("\n\n"),
    ),
    section(
      "Parameters",
      table(
        ["Name", "In", "Type", "Description"],
        parameters.map(({ name, in: place, required, schema, description: text }) => [
          `\`${name}\`${required ? " (required)" : ""}`,
          place,
          typeText(document, schema),
          `${text} ${constraintsText(schema)}`,
        ]),
      ),
    ),
    section("Request body", fieldTable(fieldsOf(document, body?.sent?.schema))),
    "## Responses",
    originNote(operation, "../"),
    ...responsesText(responses, document),
    section(
      "Guides",
      guides.map(([name, title]) => `- [${title}](../guides/${name}.md)`).join("\n"),
    ),
  ];
  return `${parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join("\n\n")}\n`;
}

/** A section, unless it would be empty. */
function section(title: string, text: string): string {
  return text && `## ${title}\n\n${text}`;
}

function responsesText(responses: readonly Response[], document: OpenApiDocument): string[] {
  const successes = successesOf(responses);
  const statuses = new Map<string, string>();
  return responses.flatMap((response) => {
    const {
      status,
      description,
      headers,
      media: [body],
    } = response;
    const nested = successes.includes(response) ? undefined : MAX_NESTED_OF_ERROR;
    const fields = fieldTable(fieldsOf(document, body?.schema, nested));
    // Errors have the same fields, and five tables of them would hide the rest.
    const alike = fields && statuses.get(fields);
    statuses.set(fields, alike || status);
    const fieldsOfOther = alike ? `, with the fields of [${alike}](#${alike})` : "";
    return [
      `### ${status}`,
      description,
      table(
        ["Header", "Type", "Description"],
        headers.map(({ name, schema, node }) => [
          `\`${name}\``,
          typeText(document, schema),
          String(node.description ?? ""),
        ]),
      ),
      body ? `Content type: \`${body.type}\`${fieldsOfOther}` : "",
      alike ? "" : fields,
      body?.example === undefined
        ? ""
        : `\`\`\`json\n${JSON.stringify(body.example, null, 2)}\n\`\`\``,
    ];
  });
}

function fieldTable(fields: readonly Field[]): string {
  return table(
    ["Field", "Type", "Description"],
    withNested(fields).map(({ name, type, required, description, constraints }) => [
      `\`${name}\`${required ? "" : " (optional)"}`,
      type,
      `${description} ${constraints}`,
    ]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) {
    return "";
  }
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.trim().replaceAll(/\s+/g, " ").replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
