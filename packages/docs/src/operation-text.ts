import type { OpenApiDocument, Response } from "@chainkit/openapi";
import { facts, type OperationReference, originNote } from "./document.ts";
import { constraintsText, type Field, fieldsOf, typeText } from "./fields.ts";

/**
 * Writes the reference of an operation as Markdown, the source of its static page and of the `.md`
 * file next to it.
 */
export function operationText(reference: OperationReference, document: OpenApiDocument): string {
  const { operation, summary, samples, guides } = reference;
  const { method, path, description, parameters, body, responses } = operation;
  const fields = body?.sent?.schema ? fieldsOf(document, body.sent.schema) : [];
  const parts = [
    `# ${summary}`,
    description,
    `\`\`\`http\n${method} ${path}\n\`\`\``,
    facts(operation),
    ...(samples.length > 0 ? ["## Samples"] : []),
    ...samples.map(({ fence, source }) => `\`\`\`${fence}\n${source.trim()}\n\`\`\``),
    ...(parameters.length > 0 ? ["## Parameters"] : []),
    table(
      ["Name", "In", "Type", "Description"],
      parameters.map(({ name, in: place, required, schema, description: text }) => [
        `\`${name}\`${required ? " (required)" : ""}`,
        place,
        typeText(document, schema),
        `${text} ${constraintsText(schema)}`,
      ]),
    ),
    ...(fields.length > 0 ? ["## Request body", fieldTable(fields)] : []),
    "## Responses",
    originNote(operation, "../"),
    ...responses.flatMap((response, at) =>
      responseText(response, responses.slice(0, at), document),
    ),
    ...(guides.length > 0 ? ["## Guides"] : []),
    guides.map(([name, title]) => `- [${title}](../guides/${name}.md)`).join("\n"),
  ];
  return `${parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join("\n\n")}\n`;
}

function responseText(
  response: Response,
  before: readonly Response[],
  document: OpenApiDocument,
): string[] {
  const { status, description, headers, media } = response;
  const [body] = media;
  const fields = bodyFields(response, document);
  // Errors have the same fields, and five tables of them would hide the rest.
  const alike = fields && before.find((other) => bodyFields(other, document) === fields);
  const fieldsOfOther = alike ? `, with the fields of [${alike.status}](#${alike.status})` : "";
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
}

/** Writes the fields of a response body as a table; the empty string if it has none. */
function bodyFields({ media: [body] }: Response, document: OpenApiDocument): string {
  return body?.schema ? fieldTable(fieldsOf(document, body.schema)) : "";
}

function fieldTable(fields: readonly Field[]): string {
  return table(
    ["Field", "Type", "Description"],
    fields.map(({ name, type, required, description, constraints }) => [
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
