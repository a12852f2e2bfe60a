import { isObject } from "@chainkit/openapi";
import { type Answer, type Call, envelope, ok, problem } from "./answers.ts";
import { CHAINS, type Fields } from "./data.ts";
import { failure, type Others } from "./others.ts";
import { Records } from "./records.ts";
import { Tags } from "./tags.ts";

export const TOKEN = "reference-token";

const MANAGEMENT: Readonly<Record<string, readonly string[]>> = {
  createTag: ["subgraph_name", "version", "tag"],
  deleteTag: ["subgraph_name", "version", "tag"],
  queryTag: ["subgraph_name", "version"],
  removeSubgraph: ["name", "version"],
};

/** A rule of one parameter: returns the violation of a text, if any. */
type Check = (text: string) => string | undefined;

/**
 * The contract, carried out over data in memory. Every decision is a member of its own, so that a
 * test can put a wrong one in its place.
 */
export class Service extends Records {
  readonly others: Others;
  tags: Tags = new Tags();
  checks: Record<string, Check> = {
    chain_name: (text) => (CHAINS.includes(text) ? undefined : "is no chain"),
    transaction_hash: matching(/^0x[a-fA-F0-9]{64}$/),
    block_number: matching(/^(\d+|latest)$/),
    collection_address: matching(/^0x[a-fA-F0-9]{40}$/),
    blockNumber: matching(/^-?\d+$/),
    limit: matching(/^([1-9]\d?|100)?$/),
  };

  constructor(others: Others) {
    super();
    this.others = others;
  }

  /** Whether a token is missing, valid or invalid. */
  tokenOf(authorization: string | undefined): "none" | "good" | "bad" {
    if (authorization === undefined) {
      return "none";
    }
    const [, token] = /^Bearer +(.+)$/i.exec(authorization) ?? [];
    return token === TOKEN ? "good" : "bad";
  }

  admits({ operation, authorization }: Call): boolean {
    const auth = this.others.find({ operation })?.auth;
    if (auth !== undefined) {
      const token = auth === "none" ? "good" : this.tokenOf(authorization);
      return token === "good" || (auth === "optional" && token === "none");
    }
    if (operation in MANAGEMENT) {
      return this.tokenOf(authorization) === "good";
    }
    return !this.isV2(operation) || this.tokenOf(authorization) !== "bad";
  }

  isV2(operation: string): boolean {
    return ["getTransaction", "getBlock", "getNft"].includes(operation);
  }

  /** An error of the server itself, in the format of the operation. */
  refuse(call: Call, status: number, reason: string): Answer {
    const other = this.others.find(call);
    if (other) {
      return failure(other, call, status, [{ reason }]);
    }
    return call.operation in MANAGEMENT ? envelope(status, reason) : problem(status, reason);
  }

  answer(call: Call): Answer {
    const other = this.others.find(call);
    if (other) {
      return this.others.answer(other, call, this);
    }
    if (call.operation in MANAGEMENT) {
      return this.manage(call);
    }
    if (!this.admits(call)) {
      return problem(401, "The API key is not accepted.");
    }
    for (const [name, text] of Object.entries(call.parameters)) {
      const reason = this.checks[name]?.(text);
      if (reason !== undefined) {
        return problem(400, `${name} ${reason}`, name);
      }
    }
    return this.isV2(call.operation) ? this.lookUp(call) : this.list(call);
  }

  isField(value: unknown): boolean {
    return typeof value === "string";
  }

  manage(call: Call): Answer {
    if (!this.admits(call)) {
      return envelope(401, "missing or invalid token");
    }
    const body = objectIn(call);
    if (!body) {
      return envelope(400, "the body is no object in JSON");
    }
    for (const field of MANAGEMENT[call.operation] ?? []) {
      if (!this.isField(body[field])) {
        return envelope(400, `${field}: must be a string`);
      }
    }
    return this.tags.answer(call.operation, body as Record<string, string>);
  }

  lookUp({ operation, parameters: own }: Call): Answer {
    if (own.chain_name !== CHAINS[0]) {
      return problem(404, "nothing is on this chain");
    }
    if (operation === "getBlock") {
      const block = this.findBlock(own.block_number ?? "");
      return block ? ok({ block }) : problem(404, "no such block");
    }
    if (operation === "getTransaction") {
      const found = this.findTransaction(own.transaction_hash ?? "");
      if (!found) {
        return problem(404, "no such transaction");
      }
      const { decoded: _, value, ...transaction } = found;
      return ok({ transaction: { ...transaction, value: Number(value) / 1e18, value_raw: value } });
    }
    const nft = this.findNft(own.collection_address ?? "", own.token_id ?? "");
    return nft ? ok({ nft }) : problem(404, "no such NFT");
  }

  list(call: Call): Answer {
    const { operation, parameters: own } = call;
    if (!this.servesChain(own.chainName ?? "")) {
      return problem(404, "no such chain");
    }
    const number = Number(own.blockNumber);
    if (
      operation === "getBlockTransactions" &&
      !this.chain.blocks.some((block) => block.number === number)
    ) {
      return problem(404, "no such block");
    }
    const field = {
      getErc20Balances: "erc20TokenBalances",
      getErc721Balances: "erc721TokenBalances",
    }[operation];
    return this.page(call, field ?? "transactions", this.recordsOf(call));
  }

  /** The binding of a cursor. */
  scopeOf({ path, parameters }: Call): string {
    return `${path} ${parameters["contract-address"] ?? ""}`;
  }

  encodeCursor(call: Call, offset: number): string | null {
    return Buffer.from(JSON.stringify([this.scopeOf(call), offset])).toString("base64url");
  }

  /** @returns Position to continue at; undefined if it is not a cursor of this listing. */
  decodeCursor(call: Call, cursor: string): number | undefined {
    try {
      const [scope, offset] = JSON.parse(Buffer.from(cursor, "base64url").toString());
      return scope === this.scopeOf(call) && Number.isInteger(offset) ? offset : undefined;
    } catch {
      return undefined;
    }
  }

  page(call: Call, field: string, records: readonly Fields[]): Answer {
    const { cursor, limit } = call.parameters;
    const start = cursor ? this.decodeCursor(call, cursor) : 0;
    if (start === undefined) {
      return problem(400, "cursor is not of this listing", "cursor");
    }
    const end = start + Number(limit || 100);
    const items = this.itemsAt(records, start, end);
    const next = end < records.length ? this.encodeCursor(call, end) : null;
    const count = field === "transactions" ? {} : { resultCount: items.length };
    return ok({ cursor: next, [field]: items, ...count });
  }

  itemsAt(records: readonly Fields[], start: number, end: number): readonly Fields[] {
    return records.slice(start, end);
  }

  /** Final step of a response. */
  finish(_call: Call, answer: Answer): Answer {
    return answer;
  }
}

function matching(pattern: RegExp): Check {
  return (text) => (pattern.test(text) ? undefined : `must match ${pattern.source}`);
}

/** The fields of a body; undefined if it is no object, JSON, or in UTF-8. */
function objectIn({ text, contentType }: Call): Fields | undefined {
  try {
    const value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(text));
    return /^application\/json\b/.test(contentType) && isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
