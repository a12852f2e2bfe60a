import type { CallParams } from "../cases/values.ts";
import { keywordsOf } from "../schema/walk.ts";
import type { Operation, Parameter } from "../spec/operations.ts";
import { canonical, equalWhereKnown } from "./facts.ts";
import type { Fixture } from "./fixture.ts";
import type { Invariant } from "./invariant.ts";

/** Number of known values that are sent with zeros before them. */
const MAX_VALUES = 3;

/** Invariants of decimal parameters: zeros before a number do not change it, where a pattern allows them. */
export function decimalInvariants(operation: Operation): Invariant[] {
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
      check: (fixture, params) => check(fixture, params, name),
    }));
}

/** Whether a pattern allows decimal digits and no letters of hexadecimal. */
function takesZeros({ spec, safe }: Operation, { schema, in: place }: Parameter): boolean {
  const pattern = keywordsOf(spec, schema).get("pattern")?.value;
  if (!safe || place !== "path" || typeof pattern !== "string") {
    return false;
  }
  const rule = new RegExp(pattern, "u");
  return rule.test("17") && rule.test("0017") && !rule.test("1f");
}

async function check(fixture: Fixture, params: CallParams, name: string): Promise<void> {
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
