import { asObject, isObject, itemsOf, type JsonObject } from "@chainkit/openapi";
import type { CallParams } from "../cases/values.ts";
import { leavesAt } from "../judge/leaves.ts";
import { typesOf } from "../schema/validator.ts";
import { keywordsOf } from "../schema/walk.ts";
import type { Operation } from "../spec/operations.ts";
import { canonical } from "./facts.ts";
import type { Fixture } from "./fixture.ts";

/** Pagination of a listing, as declared by `x-pagination`. */
export interface Listing {
  readonly operation: Operation;
  readonly cursorParameter: string;
  readonly cursorField: string;
  readonly itemsField: string;
  readonly limit?: Limit;
  /** The field of a page with the number of its records. */
  readonly countField?: string;
  /** Returns the key that identifies a record. */
  keyOf(record: unknown): string;
}

/** The parameter that bounds the size of a page. */
export interface Limit {
  readonly name: string;
  readonly description: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly usual: number;
  /** Whether it may be null, which is sent as an empty value. */
  readonly isNullable: boolean;
}

/** Reads how an operation is paged through; undefined if it is no listing. */
export function listingOf(operation: Operation): Listing | undefined {
  const { pagination, extensions } = operation;
  if (!pagination) {
    return undefined;
  }
  const stated = extensions["x-pagination"];
  const { limitParameter, countField, itemKey } = isObject(stated) ? stated : {};
  const limit = limitOf(operation, limitParameter);
  const places = itemsOf(itemKey).map((field) => `.${field}`);
  return {
    operation,
    ...pagination,
    ...(limit === undefined ? {} : { limit }),
    ...(typeof countField === "string" ? { countField } : {}),
    keyOf: (record) =>
      places.length === 0
        ? canonical(record)
        : places.map((place) => leavesAt(record, place).join().toLowerCase()).join(" "),
  };
}

function limitOf({ parameters, spec }: Operation, name: unknown): Limit | undefined {
  const parameter = parameters.find((each) => each.name === name);
  if (!parameter) {
    return undefined;
  }
  const keywords = keywordsOf(spec, parameter.schema);
  const number = (keyword: string, otherwise: number) =>
    Number(keywords.get(keyword)?.value ?? otherwise);
  const maximum = number("maximum", 100);
  return {
    name: parameter.name,
    description: parameter.description,
    minimum: number("minimum", 1),
    maximum,
    usual: number("default", maximum),
    isNullable: typesOf(spec, parameter.schema).has("null"),
  };
}

/** The parameters of a listing as a whole, without those of a page. */
function withoutPaging({ limit, cursorParameter }: Listing, params: CallParams): CallParams {
  const paging = [limit?.name, cursorParameter];
  return Object.fromEntries(Object.entries(params).filter(([name]) => !paging.includes(name)));
}

/** The listings that some calls are pages of, each once: hexadecimal in another case names the same one. */
export function listingsOf(listing: Listing, calls: readonly CallParams[]): CallParams[] {
  const whole = calls.map((params) => withoutPaging(listing, params));
  const nameOf = (params: CallParams) =>
    canonical(params).replaceAll(/"0x[\da-f]+"/gi, (hex) => hex.toLowerCase());
  return [...new Map(whole.map((params) => [nameOf(params), params])).values()];
}

/** The listings that the known calls of an invariant's operation are pages of. */
export function knownListings(fixture: Fixture): CallParams[] {
  return listingsOf(listingOf(fixture.operation) as Listing, fixture.known());
}

/** The examples of a listing's records. */
export function exampleRecords({ operation, itemsField }: Listing): JsonObject[] {
  const success = operation.responses.find(({ status }) => status.startsWith("2"));
  const bodies = [...(success?.media[0]?.examples.values() ?? [])];
  return bodies.flatMap((body) => itemsOf(isObject(body) ? body[itemsField] : [])).filter(isObject);
}

/** What the contract says about the cursor of a listing. */
export function cursorBasis({ operation, cursorParameter }: Listing): string {
  const parameter = operation.parameters.find(({ name }) => name === cursorParameter);
  return parameter?.description ?? "";
}

/** What the contract says about the field with the number of a page's records. */
export function countBasis({ operation }: Listing, countField: string): string {
  const success = operation.responses.find(({ status }) => status.startsWith("2"));
  const properties = keywordsOf(operation.spec, success?.media[0]?.schema).get("properties")?.value;
  const field = asObject(asObject(properties)[countField]);
  return typeof field.description === "string" ? field.description : "";
}
