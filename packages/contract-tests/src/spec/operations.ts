import {
  type JsonObject,
  type Media,
  type Operation as OpenApiOperation,
  readOperations,
} from "@chainkit/openapi";
import type { Spec } from "./spec.ts";

export type { Media, Parameter, Response } from "@chainkit/openapi";

/** The body of a request, in the media type that is sent. */
export interface RequestBody extends Media {
  readonly required: boolean;
  /** Returns the first example, or else a value generated from the schema. */
  readonly sample: () => unknown;
  /** The Request Body Object. */
  readonly owner: JsonObject;
}

/** One operation of a spec. */
export interface Operation extends Omit<OpenApiOperation, "body"> {
  readonly spec: Spec;
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
  return readOperations(spec.document).map(({ body, ...operation }) => {
    const media = body?.json ?? body?.media[0];
    return {
      ...operation,
      spec,
      ...(body && media
        ? { body: { ...media, required: body.required, sample: body.sample, owner: body.node } }
        : {}),
    };
  });
}
