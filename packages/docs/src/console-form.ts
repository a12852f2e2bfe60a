import type { Operation, Parameter, RequestBody } from "@chainkit/openapi";
import { type AreaReference, sampleOrNone } from "./document.ts";
import { html } from "./html.ts";
import { icon } from "./icon.ts";

/**
 * Renders the console of an operation. A script fills in values that exist on the service, and sends the request;
 * without scripts, the console is hidden.
 */
export function consoleHtml(operation: Operation, areas: readonly AreaReference[]): string {
  const { parameters, body, auth, method } = operation;
  const fields = parameters.map((parameter) => fieldHtml(parameter, areas));
  const bodyField = body ? bodyHtml(body) : "";
  const token =
    auth === "none"
      ? ""
      : `<label class="check"><input type="checkbox" name="send token"${auth === "required" ? " checked" : ""}><span>Send the token of the settings</span></label>`;
  return `<section class="card console" id="try" aria-labelledby="try-it"><header><h2 id="try-it">Try it</h2><span class="count target"></span></header>
<form class="trial" data-method="${html(method)}">${fields.join("")}${bodyField}${token}<div class="row"><span class="status" role="status"></span><span class="toolbar"><button class="button quiet" type="button" hidden>Cancel</button><button class="button primary" type="submit">${icon("play")}Send</button></span></div></form></section>
`;
}

function bodyHtml(body: RequestBody): string {
  const label = body.format === "raw" ? "Request body" : "Request body, JSON";
  return `<label><code>body</code><textarea name="body" data-format="${body.format}" spellcheck="false" aria-label="${label}">${html(bodyText(body))}</textarea></label>`;
}

/** The example of a body; a form is written as a JSON object. */
function bodyText({ sample, format }: RequestBody): string {
  const value = sampleOrNone(sample);
  return format === "raw" && typeof value === "string"
    ? value
    : JSON.stringify(value ?? {}, null, 2);
}

function fieldHtml(parameter: Parameter, areas: readonly AreaReference[]): string {
  const { name, required, schema, example } = parameter;
  const mark = required ? '<span class="required" title="required">*</span>' : "";
  const value = required && example !== undefined ? String(example) : "";
  const choices = choicesOf(parameter, areas);
  const attributes = `name="${html(name)}"${required ? " required" : ""}`;
  if (schema.enum) {
    const options = choices.map(
      (choice) => `<option${choice === value ? " selected" : ""}>${html(choice)}</option>`,
    );
    const none = required ? "" : "<option></option>";
    return `<label><span><code>${html(name)}</code>${mark}</span><span class="field"><select ${attributes}>${none}${options.join("")}</select>${icon("chevron")}</span></label>`;
  }
  const id = `choices-${name}`;
  const datalist =
    choices.length > 0
      ? `<datalist id="${html(id)}">${choices.map((choice) => `<option value="${html(choice)}"></option>`).join("")}</datalist>`
      : "";
  const listed = datalist ? ` list="${html(id)}"` : "";
  const optional = required ? "" : ' placeholder="optional"';
  return `<label><span><code>${html(name)}</code>${mark}</span><span class="field"><input ${attributes}${listed}${optional} value="${html(value)}" autocomplete="off" spellcheck="false">${datalist}</span></label>`;
}

/** The values that a parameter may have, or that one of its name has in another area. */
function choicesOf({ name, schema }: Parameter, areas: readonly AreaReference[]): string[] {
  const plain = (text: string) => text.replaceAll(/[_-]/g, "").toLowerCase();
  const alike = areas
    .flatMap(({ operations }) => operations.flatMap(({ operation }) => operation.parameters))
    .find((other) => plain(other.name) === plain(name) && other.schema.enum);
  return (schema.enum ?? alike?.schema.enum ?? []).map(String);
}
