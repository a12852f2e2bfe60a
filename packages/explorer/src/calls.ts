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
  /** As it is decoded where the names are those of the standard. */
  readonly call: DecodedCall;
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
    const { method, arguments: args } = JSON.parse(text ?? "");
    if (typeof method !== "string") {
      return undefined;
    }
    const entries = Object.entries(args ?? {}).map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]);
    return { method, arguments: Object.fromEntries(entries) };
  } catch {
    return undefined;
  }
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
/** Returns the selector of call data, or undefined if it is too short for one. */
export function selectorOf(input: string): string | undefined {
  return input.length < SELECTOR_LENGTH ? undefined : input.slice(0, SELECTOR_LENGTH).toLowerCase();
}

export function methodName(selector: string): string | undefined {
  return SIGNATURES[selector]?.replace(/\(.*/, "");
}

/** Calls of ERC-20 that name an amount, after these addresses: of two, the first is who gives. */
const TOKEN_CALLS: Readonly<Record<string, readonly string[]>> = {
  transfer: ["to"],
  transferFrom: ["from", "to"],
  approve: ["spender"],
  permit: ["owner", "spender"],
};

/**
 * Reads what a call asks a token for from its input, which is there before its decoded form is.
 *
 * @returns Undefined if it is no call of ERC-20 that names an amount. A token of NFTs shares some of them.
 */
export function requestOf(input: string, sender: string): TokenRequest | undefined {
  const method = methodName(selectorOf(input) ?? "") ?? "";
  const names = TOKEN_CALLS[method] ?? [];
  const words = input.slice(SELECTOR_LENGTH).match(/[\da-f]{64}/giy) ?? [];
  if (names.length === 0 || words.length <= names.length) {
    return undefined;
  }
  const value = BigInt(`0x${words[names.length]}`);
  const addresses = names.map((_, at) => `0x${words[at]?.slice(-40)}`);
  const [from = "", to = ""] = addresses.length === 1 ? [sender, ...addresses] : addresses;
  const named = Object.fromEntries(names.map((name, at) => [name, addresses[at]]));
  const kind = names.includes("spender") ? "allowance" : "transfer";
  return { kind, from, to, value, call: { method, arguments: { ...named, value: `${value}` } } };
}
