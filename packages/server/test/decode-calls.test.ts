import fc from "fast-check";
import { createContract, parseAbi } from "micro-eth-signer/abi.js";
import { expect, onTestFinished, test } from "vitest";
import { encodeWord, toHex } from "../src/chain/abi.ts";
import type { Hex } from "../src/chain/records.ts";
import { startAnvil } from "../src/dev/anvil.ts";
import { rpcRequest } from "../src/dev/rpc.ts";
import { decodeCall } from "../src/handlers/decode.ts";
import { compileContract } from "./support/solidity.ts";
import { times } from "./support/thorough.ts";

/** State-changing functions of ERC-20, ERC-2612, ERC-721, ERC-1155 and WETH9. */
const SIGNATURES = [
  "transfer(address to, uint256 value)",
  "approve(address spender, uint256 value)",
  "transferFrom(address from, address to, uint256 value)",
  "permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)",
  "setApprovalForAll(address operator, bool approved)",
  "safeTransferFrom(address from, address to, uint256 tokenId)",
  "safeTransferFrom(address from, address to, uint256 tokenId, bytes data)",
  "safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)",
  "safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] values, bytes data)",
  "deposit()",
  "withdraw(uint256 value)",
];

interface Method {
  readonly name: string;
  readonly args: readonly (readonly [type: string, name: string])[];
  /** Encodes a call, independent of what is tested. */
  readonly encode: (values: Readonly<Record<string, unknown>>) => Hex;
}

const METHODS = SIGNATURES.map((signature): Method => {
  const [name = "", inner = ""] = signature.slice(0, -1).split("(");
  const args = inner.split(", ").flatMap((each): Method["args"] => {
    const [type, argument] = each.split(" ");
    return type && argument ? [[type, argument]] : [];
  });
  const method = createContract(parseAbi([`function ${signature}`]))[name];
  return {
    name,
    args,
    encode(values) {
      // The encoder expects a single argument without a list.
      const [only, second] = args;
      return toHex(method?.encodeInput(only && !second ? values[only[1]] : values) as Uint8Array);
    },
  };
});

const MAX = 2n ** 256n - 1n;
const number = (max = MAX) => fc.oneof(fc.constantFrom(0n, 1n, max), fc.bigInt({ min: 0n, max }));
const bytes = (minLength: number, maxLength = minLength) => fc.uint8Array({ minLength, maxLength });

const VALUES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  address: bytes(20).map(toHex),
  uint256: number(),
  uint8: number(255n),
  bool: fc.boolean(),
  bytes32: bytes(32),
  bytes: bytes(0, 70),
  "uint256[]": fc.array(number(), { maxLength: 5 }),
};

function written(value: unknown): unknown {
  if (typeof value === "bigint") {
    return String(value);
  }
  if (value instanceof Uint8Array) {
    return toHex(value);
  }
  return Array.isArray(value) ? value.map(written) : value;
}

const anyCall = fc.constantFrom(...METHODS).chain(({ name, args, encode }) => {
  const fields = args.map(([type, argument]) => [argument, VALUES[type] ?? fc.constant(undefined)]);
  return fc
    .record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>)
    .map((values) => {
      const ordered = args.map(([, argument]) => [argument, written(values[argument])]);
      return {
        input: encode(values),
        expected: JSON.stringify({ method: name, arguments: Object.fromEntries(ordered) }),
      };
    });
});

const SOMEBODY: Hex = `0x${"50".repeat(20)}`;

test("decodes the output of an independent encoder, whatever is appended", () => {
  const property = fc.property(anyCall, bytes(0, 70), ({ input, expected }, extra) => {
    expect(decodeCall({ to: SOMEBODY, input })).toBe(expected);
    const longer: Hex = `${input}${toHex(extra).slice(2)}`;
    expect(decodeCall({ to: SOMEBODY, input: longer })).toBe(expected);
    // A contract creation is not a call.
    expect(decodeCall({ to: null, input })).toBeNull();
  });
  fc.assert(property, { numRuns: times(60, 5_000) });
});

/** A contract with all these functions, which return their arguments. */
const SOURCE = `contract Echo {
${METHODS.map(({ name, args }) => {
  const typed = args.map(([type, argument]) => {
    return `${type}${/bytes$|\]/.test(type) ? " calldata" : ""} ${argument}`;
  });
  const names = args.map(([, argument]) => argument);
  return `function ${name}(${typed.join(", ")}) external pure returns (bytes memory) {
    return abi.encode(${names.join(", ")});
  }`;
}).join("\n")}
}`;

/** Starts a node. @returns Asks it what a contract is given by an input; undefined if it refuses. */
async function echo(): Promise<(input: Hex) => Promise<Hex | undefined>> {
  const anvil = await startAnvil();
  onTestFinished(() => anvil.close());
  const send = rpcRequest(anvil.rpcUrl);
  const { address } = await compileContract(SOURCE, "Echo")(send);
  return async (input) => {
    try {
      const answer = await send<Hex>("eth_call", { to: address, data: input }, "latest");
      const length = Number(`0x${answer.slice(66, 130)}`);
      return `0x${answer.slice(130, 130 + length * 2)}`;
    } catch (error) {
      expect((error as Error).message).toMatch(/revert/);
      return undefined;
    }
  };
}

function readAgain(input: Hex): Hex | undefined {
  const text = decodeCall({ to: SOMEBODY, input });
  if (text === null) {
    return undefined;
  }
  const { method, arguments: values } = JSON.parse(text);
  const names = Object.keys(values).join();
  const found = METHODS.find(
    ({ name, args }) => name === method && args.map(([, argument]) => argument).join() === names,
  );
  const parsed = found?.args.map(([type, argument]) => {
    const value = values[argument];
    if (/^uint/.test(type)) {
      return [argument, Array.isArray(value) ? value.map(BigInt) : BigInt(value)];
    }
    return [argument, /^bytes/.test(type) ? Buffer.from(value.slice(2), "hex") : value];
  });
  return `0x${found?.encode(Object.fromEntries(parsed ?? [])).slice(10)}`;
}

const oddWord = fc
  .oneof(
    fc.constantFrom(0n, 1n, 2n, 31n, 32n, 33n, 64n, 96n, 128n, 160n, 192n, 256n, 257n),
    fc.constantFrom(2n ** 63n, 2n ** 64n - 1n, 2n ** 64n, 2n ** 160n, 2n ** 255n, MAX - 31n, MAX),
    number(),
  )
  .map(encodeWord);

/** Corruptions of an input; some leave it valid. */
const damage = fc.oneof(
  fc.nat({ max: 400 }).map((count) => (input: string) => {
    return input.slice(0, Math.max(10, input.length - 2 * count));
  }),
  fc.tuple(fc.nat({ max: 14 }), oddWord).map(([at, word]) => (input: string) => {
    const start = 10 + 64 * at;
    return start + 64 > input.length
      ? input
      : input.slice(0, start) + word + input.slice(start + 64);
  }),
  fc.tuple(fc.nat({ max: 1_000 }), bytes(1)).map(([at, byte]) => (input: string) => {
    const start = 2 + 2 * (at % (input.length / 2 - 1));
    return input.slice(0, start) + toHex(byte).slice(2) + input.slice(start + 2);
  }),
);

test("decodes corrupt input as a contract does, or not at all where it reverts", async () => {
  const given = await echo();
  let refused = 0;
  let runs = 0;
  const property = fc.asyncProperty(anyCall, damage, damage, async ({ input }, first, second) => {
    const spoilt = second(first(input)) as Hex;
    const real = await given(spoilt);
    expect(readAgain(spoilt)).toBe(real);
    runs += 1;
    refused += real === undefined ? 1 : 0;
  });
  await fc.assert(property, { numRuns: times(60, 5_000) });
  // Without both, the property would say nothing of one of them.
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThan(runs);
});

test.each<[string, Hex, readonly bigint[]]>([
  ["an unknown method", "0x12345678", [1n, 1n]],
  ["too few arguments", "0xa9059cbb", [1n]],
  ["an address of more than 20 bytes", "0xa9059cbb", [2n ** 160n, 1n]],
  ["a truth value of 2", "0xa22cb465", [1n, 2n]],
  ["contents beyond the end", "0xb88d4fde", [1n, 2n, 5n, 2n ** 255n]],
  ["more contents than there are", "0xb88d4fde", [1n, 2n, 5n, 128n, 33n, 0n]],
  ["a list that no input has", "0x2eb2c2d6", [1n, 2n, 160n, 160n, 160n, 2n ** 64n]],
])("does not decode %s", (_, selector, words) => {
  const input: Hex = `${selector}${words.map(encodeWord).join("")}`;
  expect(decodeCall({ to: SOMEBODY, input })).toBeNull();
});
