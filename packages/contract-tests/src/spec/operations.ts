import {
  type BodyFormat,
  type JsonObject,
  jsonTypes,
  type Media,
  type RequestBody as OpenApiBody,
  type Operation as OpenApiOperation,
  type Parameter as OpenApiParameter,
  type Response as OpenApiResponse,
  readOperations,
} from "@chainkit/openapi";
import { encodingOf } from "@chainkit/openapi/rules";
import type { PropertyEncoding } from "@chainkit/runtime";
import { faultsOfText, requestFaults, responseFaults } from "../schema/validator.ts";
import type { Spec } from "./spec.ts";

export type { Media, Response } from "@chainkit/openapi";

/** A parameter. Where two have one name, in the path and in the query, the name says the place of the second. */
export interface Parameter extends OpenApiParameter {
  /** Name in the request. */
  readonly wireName: string;
}

/** The body of a request, in the media type that is sent. */
export interface RequestBody extends Omit<Media, "isJson"> {
  readonly required: boolean;
  readonly format: BodyFormat;
  /** How the properties of a form are written, where it is not the default. */
  readonly encoding: Readonly<Record<string, PropertyEncoding>>;
  /** Returns the first example, or else a value generated from the schema. */
  readonly sample: () => unknown;
  /** The Request Body Object. */
  readonly owner: JsonObject;
}

/** One operation of a spec. */
export interface Operation extends Omit<OpenApiOperation, "body" | "parameters"> {
  readonly spec: Spec;
  /** The operation as the document has it, with examples that break their schemas. */
  readonly stated: OpenApiOperation;
  readonly parameters: readonly Parameter[];
  readonly body?: RequestBody;
}

const operations = new WeakMap<Spec, readonly Operation[]>();

/** Every operation of a spec, in the order of the document; read once. */
export function operationsOf(spec: Spec): readonly Operation[] {
  const found = operations.get(spec) ?? readAll(spec);
  operations.set(spec, found);
  return found;
}

function readAll(spec: Spec): Operation[] {
  return readOperations(spec.document).map((stated) => {
    const { body, parameters, responses, ...operation } = stated;
    // Clients leave out an optional body of a method for which bodies mean nothing (RFC 9110, 9.3.1).
    const isOpen = /^(GET|HEAD)$/.test(operation.method) && !body?.required;
    const sent = body && !isOpen ? sentBody(spec, body) : undefined;
    return {
      ...operation,
      spec,
      stated,
      parameters: named(parameters).map((each) => withExamples(each, ofText(spec, each))),
      responses: responses.map((response) => ({
        ...response,
        media: hasNoBody(stated, response)
          ? []
          : response.media.map((each) => withExamples(each, ofBody(spec, each, responseFaults))),
      })),
      ...(sent ? { body: sent } : {}),
    };
  });
}

/** Whether a response has no body, whatever content is documented (RFC 9110, 9.3.2, 15.3.5 and 15.4.5). */
function hasNoBody({ method }: OpenApiOperation, { status }: OpenApiResponse): boolean {
  return method === "HEAD" || ["204", "304"].includes(status);
}

interface Described {
  readonly examples: ReadonlyMap<string, unknown>;
}

/** Whether a value is valid. */
type IsValid = (value: unknown) => boolean;

/** Keeps those examples that are valid, which is found out when they are asked for. */
function withExamples<Of extends Described>(described: Of, isValid: IsValid): Of {
  let valid: ReadonlyMap<string, unknown> | undefined;
  return {
    ...described,
    get examples() {
      valid ??= new Map([...described.examples].filter(([, value]) => isValid(value)));
      return valid;
    },
  };
}

function ofText(spec: Spec, { media, schema }: OpenApiParameter): IsValid {
  const faultsOf = media ? requestFaults : faultsOfText;
  return (value) => faultsOf(spec, schema, value).length === 0;
}

/** A body that is not JSON is written by rules of its own. */
function ofBody(spec: Spec, { isJson, schema }: Media, faultsOf: typeof requestFaults): IsValid {
  return (value) => !isJson || faultsOf(spec, schema, value).length === 0;
}

/** Names the examples that break their schemas, and are not used. */
export function invalidExamples({ id, spec, stated }: Operation): string[] {
  const { parameters, body, responses } = stated;
  const places: (readonly [place: string, Described, IsValid])[] = [
    ...parameters.map(
      (each) => [`${each.in} parameter ${each.name}`, each, ofText(spec, each)] as const,
    ),
    ...(body?.media ?? []).map(
      (each) => ["request body", each, ofBody(spec, each, requestFaults)] as const,
    ),
    ...responses.flatMap(({ status, media }) =>
      media.map(
        (each) => [`response ${status}`, each, ofBody(spec, each, responseFaults)] as const,
      ),
    ),
  ];
  const broken = places.filter(
    ([, { examples }, isValid]) => ![...examples.values()].every(isValid),
  );
  return [...new Set(broken.map(([place]) => `${id} (an example of ${place} breaks its schema)`))];
}

function named(parameters: readonly OpenApiParameter[]): Parameter[] {
  const taken = new Set<string>();
  return parameters.map((parameter) => {
    const { name: wireName, in: place } = parameter;
    const name = taken.has(wireName) ? `${wireName} (${place})` : wireName;
    taken.add(wireName);
    return { ...parameter, name, wireName };
  });
}

/** The body that is sent; undefined if no media type is documented. */
function sentBody(spec: Spec, body: OpenApiBody): RequestBody | undefined {
  const { json, sent, required, sample, node: owner } = body;
  const media = json ?? sent;
  if (!media) {
    return undefined;
  }
  const encoding = encodingOf(spec.document, body, () => undefined);
  const format = formatOf(spec, media, body.format);
  const isValid = (value: unknown) =>
    format.format === "raw"
      ? typeof value === "string"
      : requestFaults(spec, media.schema, value).length === 0;
  const made = { ...media, ...format, encoding, required, sample, owner };
  return withExamples(made, isValid);
}

/** Any media type allows JSON, or plain text if it is one of texts. */
function formatOf(
  { document }: Spec,
  { type, isJson, schema }: Media,
  stated: BodyFormat,
): Pick<RequestBody, "type" | "format"> {
  const isAny = /^(\*|application)\/\*$/.test(type);
  if (!isAny) {
    return { type, format: isJson ? "json" : stated };
  }
  const types = jsonTypes(document, schema);
  return types?.has("string") && types.size === 1
    ? { type: "text/plain", format: "raw" }
    : { type: "application/json", format: "json" };
}
