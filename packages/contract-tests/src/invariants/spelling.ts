import { isObject, itemsOf } from "@chainkit/openapi";
import type { CallParams } from "../cases/values.ts";
import { regExp } from "../schema/text.ts";
import { keywordsOf } from "../schema/walk.ts";
import type { Operation, Parameter } from "../spec/operations.ts";
import { canonical, equalWhereKnown, field } from "./facts.ts";
import type { Fixture } from "./fixture.ts";
import type { Invariant } from "./invariant.ts";
import { listingOf } from "./listing.ts";

/** Number of known values of a parameter that are sent in another spelling. */
const MAX_VALUES = 3;

/** Invariants of parameters that have several spellings of one value. */
export function spellingInvariants(operation: Operation): Invariant[] {
  return [...caseInvariants(operation), ...decimalInvariants(operation)];
}

/**
 * Invariants of hexadecimal parameters: both cases mean the same if a pattern allows both, or if
 * `x-hex-case: any` is declared.
 */
function caseInvariants(operation: Operation): Invariant[] {
  if (operation.body) {
    return [];
  }
  return operation.parameters
    .filter((each) => takesEitherCase(operation, each))
    .map((parameter) => ({
      name: `${parameter.name} means the same in upper and in lower case`,
      basis: parameter.description,
      operation: operation.id,
      needs: ["known", "harmless", "state"],
      calls: (fixture) => fixture.known().slice(0, MAX_VALUES),
      check: (fixture, params) => checkCase(fixture, params, parameter),
    }));
}

function takesEitherCase({ spec }: Operation, { schema, node }: Parameter): boolean {
  const pattern = String(keywordsOf(spec, schema).get("pattern")?.value ?? "");
  return /a-fA-F|A-Fa-f/.test(pattern) || node["x-hex-case"] === "any";
}

async function checkCase(
  fixture: Fixture,
  params: CallParams,
  { name, in: place, node }: Parameter,
): Promise<void> {
  const { operation } = fixture;
  const value = params[name] ?? (place === "path" ? undefined : await fromRecords(fixture, params));
  if (typeof value !== "string" || !/^0x.*[a-f]/i.test(value)) {
    fixture.skip(`no known ${name} has letters`);
    return;
  }
  const waiver = operation.auth === "none" ? "address-case" : undefined;
  const read = async (text: string) => {
    const asked = { ...params, [name]: text };
    return (await fixture.call(operation.id, asked, undefined, undefined, waiver)).body;
  };
  const inUpperCase = (text: string) => `0x${text.slice(2).toUpperCase()}`;
  const shown = (body: unknown) => identityOf(operation, body);
  const absent = node["x-absent-example"];
  if (typeof absent === "string") {
    const none = shown(await read(inUpperCase(absent)));
    const expected = `no record has ${name} ${absent}, in upper case either`;
    fixture.assert(none === shown(await read(absent)), expected, none, waiver);
  }
  const lower = await read(value.toLowerCase());
  const upper = await read(inUpperCase(value));
  // A listing may have changed in between; of anything else, more may have become known.
  const isSame = listingOf(operation)
    ? [lower, await read(value.toLowerCase())].map(shown).includes(shown(upper))
    : equalWhereKnown(upper, lower);
  const expected = `${name} in upper case returns the same as in lower case`;
  fixture.assert(isSame, expected, `${shown(upper)}, not ${shown(lower)}`, waiver);
}

/** Returns a value of a filter that matches: that of the first record. */
async function fromRecords(fixture: Fixture, params: CallParams): Promise<unknown> {
  const { body } = await fixture.call(fixture.operation.id, params);
  const [first] = itemsOf(field(body, listingOf(fixture.operation)?.itemsField ?? ""));
  const contract = field(first, "contract");
  return field(isObject(contract) ? contract : first, "address");
}

/** Summarises a response: the keys of a page, or the whole body. */
function identityOf(operation: Operation, body: unknown): string {
  const listing = listingOf(operation);
  const records = listing && field(body, listing.itemsField);
  return Array.isArray(records)
    ? `${records.length} records: ${records.map((each) => listing?.keyOf(each))}`
    : canonical(body);
}

/** Invariants of decimal parameters: zeros before a number do not change it, where a pattern allows them. */
function decimalInvariants(operation: Operation): Invariant[] {
  return operation.parameters
    .filter((each) => takesZeros(operation, each))
    .map(({ name, description }) => ({
      name: `${name} means the same with zeros before it`,
      basis: description,
      operation: operation.id,
      calls: (fixture) => {
        fixture.skip(`no known ${name} is a number`);
        const numbers = fixture.known().filter((params) => /^\d+$/.test(String(params[name])));
        return numbers.slice(0, MAX_VALUES);
      },
      check: (fixture, params) => checkZeros(fixture, params, name),
    }));
}

/** Whether a pattern allows decimal digits and no letters of hexadecimal. */
function takesZeros({ spec, safe }: Operation, { schema, in: place }: Parameter): boolean {
  const pattern = keywordsOf(spec, schema).get("pattern")?.value;
  if (!safe || place !== "path" || typeof pattern !== "string") {
    return false;
  }
  const rule = regExp(pattern);
  return rule.test("17") && rule.test("0017") && !rule.test("1f");
}

async function checkZeros(fixture: Fixture, params: CallParams, name: string): Promise<void> {
  const { id } = fixture.operation;
  // Without 8 and 9 a number could be taken for octal.
  const digits = String(params[name]).replace(/[89]/g, "7");
  const plain = await fixture.call(id, { ...params, [name]: digits }, ["200", "404"]);
  const asked = { ...params, [name]: `00${digits}` };
  const because = `00${digits} is ${digits}`;
  const padded = await fixture.call(id, asked, [String(plain.status)], because);
  const isSame = plain.status !== 200 || equalWhereKnown(padded.body, plain.body);
  fixture.assert(isSame, `the same for 00${digits} as for ${digits}`, canonical(padded.body));
}
