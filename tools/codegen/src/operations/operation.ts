import type { HttpMethod } from "@chainkit/runtime";
import {
  type Document,
  type Method,
  type OperationObject,
  type PathItem,
  type ResponseObject,
  resolve,
  type SchemaOrBoolean,
} from "../openapi.ts";
import type { Report } from "../problems.ts";
import { readBody } from "./body.ts";
import { readEnvelope } from "./envelope.ts";
import type { OperationModel, ParameterModel } from "./model.ts";
import { pascalCase } from "./names.ts";
import { readPagination } from "./pagination.ts";
import { readParameters } from "./parameters.ts";
import { readResponses } from "./responses.ts";
import { readAuth } from "./security.ts";

/** RFC 9110, section 9.2.2; `x-idempotent` overrides it. */
const idempotentMethods = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"];

/** Reads one operation whole; whatever is wrong with it is reported, and the model is then of no use. */
export function readOperation(
  document: Document,
  path: string,
  pathItem: PathItem,
  wireMethod: Method,
  id: string,
  report: Report,
): OperationModel {
  const operation = pathItem[wireMethod] as OperationObject;
  const method = wireMethod.toUpperCase() as HttpMethod;
  if (method === "TRACE") {
    report("", "fetch cannot send TRACE", "use another method");
  }
  if (operation.servers ?? pathItem.servers) {
    report(
      "servers",
      "an operation cannot have its own",
      "a client has one base URL: split the spec",
    );
  }
  // openapi-typescript files an operation under its id with `#` replaced.
  const type = `Contract[${JSON.stringify(id.replaceAll("#", "/"))}]`;
  const { body, parameters: bodyParameters } = readBody(document, method, operation, type, report);
  const parameters = [
    ...readParameters(document, path, pathItem, operation, type, report),
    ...bodyParameters,
  ];
  checkNames(parameters, report);
  const { response, responseDescription, noContent, bodies, errors } = readResponses(
    document,
    method,
    operation,
    type,
    report,
  );
  const schemas = bodies.map(({ status, media }) => bodySchema(document, operation, status, media));
  const auth = readAuth(document, operation, report);
  const pagination = readPagination(document, operation, parameters, schemas, report);
  const envelope = readEnvelope(document, operation, schemas, report);
  return {
    id,
    typeName: pascalCase(id),
    rule: {
      method,
      path,
      ...(body && { body }),
      ...(auth && { auth }),
      ...(isIdempotent(operation, method, report) ? { idempotent: true } : {}),
      ...(pagination && { pagination }),
      ...(noContent ? { noContent } : {}),
      ...(envelope && { envelope }),
    },
    parameters,
    response,
    responseDescription,
    errors,
    summary: operation.summary ?? "",
    description: operation.description ?? "",
    deprecated: operation.deprecated ?? false,
    link: operation.externalDocs?.url,
    tags: operation.tags ?? [],
  };
}

function isIdempotent(operation: OperationObject, method: string, report: Report): boolean {
  const stated = operation["x-idempotent"] ?? idempotentMethods.includes(method);
  if (typeof stated !== "boolean") {
    report("x-idempotent", "is no boolean", "write true or false");
  }
  return stated === true;
}

/** The parameters of a call are one flat object: a name can mean one thing only. */
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
      report("parameter __proto__", "cannot be named so", "rename it");
    }
    seen.set(name, rule.in).set(key, rule.in);
  }
}

function bodySchema(
  document: Document,
  operation: OperationObject,
  status: string,
  media: string,
): SchemaOrBoolean | undefined {
  const response = operation.responses?.[status];
  return response && resolve<ResponseObject>(document, response).content?.[media]?.schema;
}
