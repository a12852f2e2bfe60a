import {
  isTokenOnly,
  type OperationModel,
  type Operations,
  propertyName,
  serversOf,
  statusKey,
  tableOf,
} from "@chainkit/openapi/rules";
import type { Operation, OperationTable } from "@chainkit/runtime";
import { credentialOptions, credentialsPart } from "./credentials.ts";
import { docstring, oneLine, operationDoc, parameterDoc } from "./docstring.ts";
import { literal } from "./literal.ts";
import { partsList, runtimeNames } from "./runtime-names.ts";
import { serversOption, serversPart } from "./servers.ts";
import { areaNames, runtimeParts } from "./type-names.ts";

/**
 * Emits operations.ts: the table, the types of each operation, the interface of the client.
 *
 * @param samples Code samples by operation id, shown as examples.
 */
export function emitOperations(
  area: string,
  read: Operations,
  samples: ReadonlyMap<string, string>,
): string {
  const { operations } = read;
  const hasTokens = isTokenOnly(read.credentials);
  const parts = runtimeParts.filter(([, isUsed]) => operations.some(isUsed)).map(([name]) => name);
  const shipped = hasTokens
    ? parts
    : parts.map((name) => (name === "tokens" ? "credentials" : name));
  const urls = serversOf(operations);
  // A client knows the option `token` without being told.
  const own = [...read.options, ...read.credentials]
    .map(({ name }) => name)
    .filter((name) => name !== "token");
  if (urls.length > 0) {
    own.push("servers");
  }
  const body = [
    partsList(area, own, partCalls(shipped, read.credentials, urls)),
    table(tableOf(read)),
    ...operations.flatMap(operationTypes),
    clientInterface(area, operations, samples),
    clientOptions(area, read),
  ].join("\n");
  return `${runtimeNames(body, shipped)}\n${body}`;
}

/** The parts as they are called; that of the servers extends that of the credentials. */
function partCalls(
  names: readonly string[],
  credentials: Operations["credentials"],
  urls: readonly string[],
): string[] {
  const keys = names.includes("credentials") ? credentialsPart(credentials) : undefined;
  const plain = names.filter((name) => name !== "credentials" && name !== "servers");
  if (urls.length > 0) {
    return [...plain, serversPart(urls, keys)];
  }
  return names.map((name) => (name === "credentials" && keys ? keys : name));
}

function table(operations: OperationTable): string {
  const doc = docstring(["Operations as data, from which the runtime creates the methods."]);
  const rows = Object.entries(operations).map(
    ([id, rule]) => `  ${propertyName(id)}: ${row(rule)},\n`,
  );
  // Without `as const`, TypeScript confuses an operation named `constructor` with `Object.constructor`.
  return `${doc}export const operations: OperationTable = {\n${rows.join("")}} as const;\n`;
}

function row({ parameters = {}, method, path, ...rest }: Operation): string {
  const rules = Object.entries(parameters).map(
    ([name, rule]) => `      ${propertyName(name)}: ${literal(rule)},\n`,
  );
  const lines = Object.entries({ method, path }).map(line);
  if (rules.length > 0) {
    lines.push(`    parameters: {\n${rules.join("")}    },\n`);
  }
  return `{\n${[...lines, ...Object.entries(rest).map(line)].join("")}  }`;
}

function line([name, value]: [string, unknown]): string {
  return `    ${name}: ${literal(value)},\n`;
}

function operationTypes(operation: OperationModel): string[] {
  const { id, typeName, response, errors, rule } = operation;
  const bodies = errors.map(({ status, type }) => `  ${statusKey(status)}: ${type};\n`);
  const types = [
    paramsType(operation),
    `${docstring([`Response of \`${id}\`.`])}export type ${typeName}Response = ${response};\n`,
  ];
  if (rule.pagination) {
    const items = `${typeName}Response[${JSON.stringify(rule.pagination.itemsField)}]`;
    types.push(
      `${docstring([`Item of the listing \`${id}\`.`])}` +
        `export type ${typeName}Item = NonNullable<${items}>[number];\n`,
    );
  }
  types.push(
    `${docstring([`Errors of \`${id}\`.`])}` +
      `export type ${typeName}Error = ApiErrorOf<{${bodies.length > 0 ? `\n${bodies.join("")}` : ""}}>;\n`,
  );
  return types;
}

function paramsType({ id, typeName, parameters }: OperationModel): string {
  const doc = docstring([`Parameters of \`${id}\`.`]);
  const free = parameters.filter((parameter) => !parameter.rule.option);
  if (free.length === 0) {
    return `${doc}export type ${typeName}Params = Record<string, never>;\n`;
  }
  const fields = free.map((parameter) => {
    const mark = parameter.rule.required ? "" : "?";
    // Outside of a body, null is sent by leaving the parameter out.
    const isBody = parameter.rule.in === "body";
    const none = parameter.rule.required ? "" : isBody ? " | undefined" : " | null | undefined";
    const property = `  ${propertyName(parameter.name)}${mark}: ${parameter.type}${none};\n`;
    return docstring(parameterDoc(parameter), "  ") + property;
  });
  return `${doc}export interface ${typeName}Params {\n${fields.join("")}}\n`;
}

function clientInterface(
  area: string,
  operations: readonly OperationModel[],
  samples: ReadonlyMap<string, string>,
): string {
  const members = operations.map((operation) => {
    const { id, typeName: name, rule, parameters, isSafe } = operation;
    const needed = parameters.some(
      (parameter) => parameter.rule.required && !parameter.rule.option,
    );
    const call = rule.pagination
      ? `PagedCall<${name}Response, ${name}Item, ${name}Error>`
      : `${isSafe ? "Api" : "Write"}Call<${name}Response, ${name}Error>`;
    const signature = `(params${needed ? "" : "?"}: ${name}Params, options?: CallOptions): ${call};`;
    const doc = docstring(operationDoc(operation, samples.get(id)), "  ");
    return `${doc}  ${propertyName(id)}${signature}\n`;
  });
  const doc = docstring(["Client methods, one per operation."]);
  return `${doc}export interface ${areaNames(area).operations} {\n${members.join("\n")}}\n`;
}

function clientOptions(area: string, { operations, options, credentials }: Operations): string {
  const properties = options.map(({ name, required, parameter }) => {
    const use = `Sent with each call as \`${parameter.name}\`.`;
    const doc = [oneLine(`${parameter.description} ${use}`), "", parameter.limits];
    return `${docstring(doc, "  ")}  ${name}${required ? "" : "?"}: ${parameter.type};\n`;
  });
  properties.unshift(...credentialOptions(credentials));
  const urls = serversOf(operations);
  if (urls.length > 0) {
    properties.push(serversOption(urls));
  }
  const bases = ["ClientOptions"];
  if (operations.some(({ rule }) => rule.envelope)) {
    bases.push("EnvelopeOptions");
  }
  const { options: name } = areaNames(area);
  const doc = docstring(["Client options."]);
  return `${doc}export interface ${name} extends ${bases.join(", ")} {\n${properties.join("")}}\n`;
}
