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
    .map(
      (parameter): Invariant => ({
        name: `${parameter.name} means the same with zeros before it`,
        basis: parameter.description,
        operation: operation.id,
        needs: ["known", "state"],
        check: (fixture) => check(fixture, parameter),
      }),
    );
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

async function check(fixture: Fixture, { name }: Parameter): Promise<void> {
  const { id } = fixture.operation;
  fixture.skip(`no known ${name} is a number`);
  const numbers = fixture.known(id).filter((params) => /^\d+$/.test(String(params[name])));
  await fixture.forEach(numbers.slice(0, MAX_VALUES), async (params) => {
    // Without 8 and 9 a number could be taken for octal.
    const digits = String(params[name]).replace(/[89]/g, "7");
    const statuses = ["200", "404"];
    const plain = await fixture.call(id, { ...params, [name]: digits }, statuses);
    const asked = { ...params, [name]: `00${digits}` };
    const padded = await fixture.call(
      id,
      asked,
      [String(plain.status)],
      `00${digits} is ${digits}`,
    );
    const isSame = plain.status !== 200 || equalWhereKnown(padded.body, plain.body);
    fixture.assert(isSame, `the same for 00${digits} as for ${digits}`, canonical(padded.body));
  });
}
