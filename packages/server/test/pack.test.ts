import { expect, test } from "vitest";
import type { TransactionRecord } from "../src/chain/records.ts";
import { packTransaction, unpackTransaction } from "../src/store/rows.ts";

const FIELDS = {
  ...{ type: 2, nonce: "7", gas: "21000" },
  ...{ gasPrice: "61044226657", maxFeePerGas: "0", maxPriorityFeePerGas: "1", status: 1 },
  ...{ value: String(2n ** 256n - 1n), gasUsed: "21000", cumulativeGasUsed: "9007199254740991" },
  ...{ effectiveGasPrice: "9007199254740993", l1Fee: null, l1FeeScalar: null },
  ...{ l1GasPrice: null, l1GasUsed: null },
} as const satisfies Partial<TransactionRecord>;

const ROW = { id: 0, time: 0, digits: "", recipient: null, created: null };
const round = (fields: object) =>
  unpackTransaction({ ...ROW, numbers: packTransaction(fields as TransactionRecord) });

test.each([
  {},
  { type: 0, status: null, nonce: "0" },
  { value: "9007199254740992", gas: "9007199254740991" },
  { l1Fee: "12", l1FeeScalar: "0.684", l1GasPrice: "1000000000000000000000", l1GasUsed: "1600" },
  { l1FeeScalar: "1", l1GasUsed: "0" },
  { l1FeeScalar: "1.0" },
  { l1FeeScalar: "1e-05" },
])("what is kept of a transaction is read as it was: %j", (change) => {
  const fields = { ...FIELDS, ...change };
  expect(round(fields)).toMatchObject(fields);
});

test("stores numbers without names, and nothing for absent fields", () => {
  expect(packTransaction(FIELDS as unknown as TransactionRecord)).toMatch(
    /^2,7,21000,61044226657,0,1,\d{78},1,21000,9007199254740991,9007199254740993$/,
  );
});

test("a row without its numbers is an error", () => {
  const read = () => unpackTransaction({ ...ROW, id: 7, digits: "", numbers: "2,7" });
  expect(read).toThrow("transaction 7 has 2 numbers instead of 11");
});
