import type { HttpMethod } from "@chainkit/runtime";
import {
  asObject,
  type Media,
  type OpenApiDocument,
  type Operation,
  successesOf,
} from "../index.ts";
import { readBody } from "./body.ts";
import { readEnvelope, readIdempotent, readPagination } from "./extensions.ts";
import type { OperationModel, ParameterModel } from "./model.ts";
import { pascalCase } from "./names.ts";
import { readSecurity } from "./options.ts";
import { readParameters } from "./parameters.ts";
import type { Report } from "./problems.ts";
import { isEventStream, readResponses } from "./responses.ts";
import { typesOf } from "./rule.ts";
import { serverOf } from "./servers.ts";

/** Creates the model of an operation. The model is unusable if problems were reported. */
export function modelOf(
  document: OpenApiDocument,
  operation: Operation,
  report: Report,
): OperationModel {
  const { id, method, path, summary, description, deprecated, tags, node } = operation;
  if (method === "TRACE") {
    report("", "fetch cannot send TRACE", "use another method");
  }
  const server = serverOf(document, operation, report);
  // openapi-typescript replaces `#` in the ids of operations.
  const type = `Contract[${JSON.stringify(id.replaceAll("#", "/"))}]`;
  const { parameters: bodyParameters, ...body } = readBody(document, operation, type, report);
  const parameters = [...readParameters(document, operation, type, report), ...bodyParameters];
  checkNames(parameters, report);
  const { response, responseDescription, noContent, bodies, contents, errors } = readResponses(
    document,
    operation,
    type,
    report,
  );
  const { auth, credentials } = readSecurity(document, operation);
  const pagination = readPagination(document, operation, parameters, bodies, report);
  const envelope = readEnvelope(document, operation, bodies, report);
  const link = asObject(node.externalDocs).url;
  return {
    id,
    typeName: pascalCase(id),
    rule: {
      method: method as HttpMethod,
      // A fragment, by which some documents tell operations of one path apart, is not sent.
      path: path.replace(/#.*$/, ""),
      ...(server === undefined ? {} : { server }),
      ...body,
      ...acceptOf(operation, contents),
      ...contents,
      ...returnsOf(document, bodies, noContent, report),
      ...(auth && { auth }),
      ...(readIdempotent(operation, report) ? { idempotent: true } : {}),
      ...(pagination && { pagination }),
      ...coverageOf(operation),
      ...(noContent ? { noContent } : {}),
      ...(envelope && { envelope }),
    },
    isSafe: operation.safe,
    parameters,
    credentials,
    response,
    responseDescription,
    errors,
    summary,
    description,
    deprecated,
    link: typeof link === "string" ? link : undefined,
    tags,
  };
}

/** Returns the header of a success that states what it covers (`x-coverage`). */
function coverageOf({ responses }: Operation): { coverage?: string } {
  const headers = successesOf(responses).flatMap((response) => response.headers);
  const header = headers.find(({ node }) => node["x-coverage"] === true);
  return header ? { coverage: header.name } : {};
}

/** Returns the media types of the responses that are read, if they are not the default ones. */
function acceptOf(
  { responses }: Operation,
  { content, events }: Pick<OperationModel["rule"], "content" | "events">,
): { accept?: string } {
  const successes = successesOf(responses);
  const media = responses.flatMap((response) =>
    response.media.filter(
      (each) =>
        each.isJson || (events && isEventStream(each)) || (content && successes.includes(response)),
    ),
  );
  // The JSON of a range is asked for as that of any other operation.
  const stated = media.filter(({ type, isJson }) => !(isJson && type.includes("*")));
  const types = new Set(stated.map(({ type }) => type.replace(/\s*;.*/, "")));
  const usual = [...types].every((type) => /^application\/(problem\+)?json$/.test(type));
  return usual ? {} : { accept: [...types].join(", ") };
}

/** Returns the JSON type of a success, if it is not an object or may be absent. */
function returnsOf(
  document: OpenApiDocument,
  bodies: readonly Media[],
  noContent: boolean,
  report: Report,
): Pick<OperationModel["rule"], "returns"> {
  const note: Report = (where, ...what) => report(`responses, ${where}`, ...what);
  const types = bodies.map(({ schema }) => typesOf(document, schema, note));
  const known = new Set(types.flatMap((each) => each ?? "any"));
  const [type, ...others] = known;
  return type === undefined || (type === "object" && others.length === 0 && !noContent)
    ? {}
    : { returns: others.length > 0 ? "any" : type };
}

/** Rejects duplicate names, because the parameters of a call are one flat object. */
function checkNames(parameters: readonly ParameterModel[], report: Report): void {
  const seen = new Map<string, string>();
  for (const { name, rule } of parameters) {
    const key = rule.in === "header" ? name.toLowerCase() : name;
    const before = seen.get(name) ?? seen.get(key);
    if (before !== undefined) {
      report(
        `parameter ${JSON.stringify(name)}`,
        `is in the ${before} and in the ${rule.in}`,
        "rename one of the two: the parameters of a call are one flat object",
      );
    }
    if (name === "__proto__") {
      report("parameter __proto__", "is not a valid name", "rename it");
    }
    seen.set(name, rule.in).set(key, rule.in);
  }
}
