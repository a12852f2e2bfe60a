import { parseInteger } from "./format.ts";

/** A call of a contract: the method, and its arguments by name. */
export interface DecodedCall {
  readonly method: string;
  readonly arguments: Readonly<Record<string, string>>;
}

/** Amount of a token that a call asks for. Whether it was moved, only the logs say, which the contract does not have. */
export interface TokenRequest {
  readonly kind: "transfer" | "allowance";
  readonly from: string;
  readonly to: string;
  /** In the smallest unit. */
  readonly value: bigint;
}

/** Returns what a decoded call asks a token for, if it is one of the calls of ERC-20 that name an amount. */
export function requestOf(call: DecodedCall | null | undefined, sender: string) {
  const { from, owner, spender, to, value: text } = call?.arguments ?? {};
  const value = parseInteger(text);
  if (value === undefined) {
    return undefined;
  }
  const request = (kind: TokenRequest["kind"], giver?: string, taker?: string) =>
    giver && taker ? ({ kind, from: giver, to: taker, value } satisfies TokenRequest) : undefined;
  switch (call?.method) {
    case "transfer":
      return request("transfer", sender, to);
    case "transferFrom":
      return request("transfer", from, to);
    case "approve":
      return request("allowance", sender, spender);
    case "permit":
      return request("allowance", owner, spender);
    default:
      return undefined;
  }
}

/** The largest amounts of the types that tokens and routers count in: who allows one of them sets no limit. */
const UNLIMITED = [256n, 255n, 160n, 128n, 96n].map((bits) => 2n ** bits - 1n);

/** Whether an allowance is meant to have no limit. */
export function isUnlimited({ kind, value }: TokenRequest): boolean {
  return kind === "allowance" && UNLIMITED.includes(value);
}

/**
 * Reads the decoded form of a call.
 *
 * @param text JSON text with `method` and `arguments`; the contract leaves its form open.
 * @returns Undefined if it has another form.
 */
export function readDecoded(text: string | null | undefined): DecodedCall | undefined {
  try {
    const { method, arguments: args } = JSON.parse(text ?? "null") ?? {};
    if (typeof method !== "string") {
      return undefined;
    }
    const entries = Object.entries(args ?? {}).map(([name, value]) => [name, show(value)]);
    return { method, arguments: Object.fromEntries(entries) };
  } catch {
    return undefined;
  }
}

function show(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Signatures of common methods by selector. A selector alone proves nothing: others may share it. */
export const SIGNATURES: Readonly<Record<string, string>> = {
  "0xa9059cbb": "transfer(address,uint256)",
  "0x23b872dd": "transferFrom(address,address,uint256)",
  "0x095ea7b3": "approve(address,uint256)",
  "0x39509351": "increaseAllowance(address,uint256)",
  "0xd505accf": "permit(address,address,uint256,uint256,uint8,bytes32,bytes32)",
  "0xa22cb465": "setApprovalForAll(address,bool)",
  "0x42842e0e": "safeTransferFrom(address,address,uint256)",
  "0xb88d4fde": "safeTransferFrom(address,address,uint256,bytes)",
  "0xf242432a": "safeTransferFrom(address,address,uint256,uint256,bytes)",
  "0x40c10f19": "mint(address,uint256)",
  "0xa0712d68": "mint(uint256)",
  "0x1249c58b": "mint()",
  "0x42966c68": "burn(uint256)",
  "0xd0e30db0": "deposit()",
  "0xb6b55f25": "deposit(uint256)",
  "0x6e553f65": "deposit(uint256,address)",
  "0x2e1a7d4d": "withdraw(uint256)",
  "0xa694fc3a": "stake(uint256)",
  "0x4e71d92d": "claim()",
  "0x38ed1739": "swapExactTokensForTokens(uint256,uint256,address[],address,uint256)",
  "0x7ff36ab5": "swapExactETHForTokens(uint256,address[],address,uint256)",
  "0x18cbafe5": "swapExactTokensForETH(uint256,uint256,address[],address,uint256)",
  "0xe8e33700": "addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256)",
  "0xac9650d8": "multicall(bytes[])",
  "0x5ae401dc": "multicall(uint256,bytes[])",
  "0x3593564c": "execute(bytes,bytes[],uint256)",
  "0x6a761202":
    "execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)",
  "0xf2fde38b": "transferOwnership(address)",
};

const SELECTOR_LENGTH = 10;
const WORD_LENGTH = 64;
const ADDRESS_LENGTH = 40;
/** Calls of ERC-20 that name an amount, as `requestOf` reads them. */
const TOKEN_CALLS = ["transfer", "transferFrom", "approve", "permit"];

/** Returns the selector of call data, or undefined if it is too short for one. */
export function selectorOf(input: string): string | undefined {
  return input.length < SELECTOR_LENGTH ? undefined : input.slice(0, SELECTOR_LENGTH);
}

/** Returns the name of a common method, or undefined. */
export function methodName(selector: string): string | undefined {
  return SIGNATURES[selector]?.replace(/\(.*/, "");
}

/**
 * Wallets that may hold the token that a transaction calls, as its input names them: known before its decoded form is.
 *
 * @returns None if the input is no call of ERC-20 with an amount.
 */
export function holdersOf(input: string, sender: string): readonly string[] {
  const [name = "", types = ""] = SIGNATURES[selectorOf(input) ?? ""]?.split(/[()]/) ?? [];
  if (!TOKEN_CALLS.includes(name)) {
    return [];
  }
  const named = types.split(",").flatMap((type, at) => {
    const end = SELECTOR_LENGTH + (at + 1) * WORD_LENGTH;
    const isNamed = type === "address" && input.length >= end;
    return isNamed ? [`0x${input.slice(end - ADDRESS_LENGTH, end)}`] : [];
  });
  // Of two, the first gives: the sender only carries it out.
  return named.length > 1 ? named : [sender, ...named];
}
