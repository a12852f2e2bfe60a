import type { ContractOptions } from "../src/index.ts";
import { field } from "../src/invariants/facts.ts";
import { answers, type Body, bodies, decides, memory, set } from "./defects/service/defect.ts";
import { type Answer, type Call, envelope, problem } from "./reference/answers.ts";
import { CHAINS, tokens, WALLETS } from "./reference/data.ts";
import { type Service, TOKEN } from "./reference/service.ts";

/** A deployment that decides one question of the register otherwise. */
export interface Deviation {
  /** Puts the other decision into the reference. */
  readonly apply: (service: Service) => void;
  /** Where the suite notices it: patterns for `include`. */
  readonly include: readonly string[];
  /** What a user of such a deployment passes besides. */
  readonly options?: ContractOptions;
}

const MANAGEMENT = "createTag deleteTag queryTag removeSubgraph";

const unauthorized: Answer = problem(401, "an API key is needed");

/** Refuses a field of a management request that does not pass. */
const refuses =
  (passes: (text: string) => boolean, status: number) =>
  (service: Service): void => {
    const { tags } = service;
    const answer = tags.answer.bind(tags);
    tags.answer = (operation, body) =>
      Object.values(body).every(passes)
        ? answer(operation, body)
        : envelope(status, "a name is not accepted");
  };

/** Decides before a listing is made. */
const lists = (decide: (parameters: Call["parameters"]) => Answer | undefined) =>
  decides("list", (own, call) => decide(call.parameters) ?? own(call));

/** Does not look at the keys of an API where they are optional. */
export const ignoringKeys = (service: Service): void =>
  decides("admits", (own, call) => service.isV2(call.operation) || own(call))(service);

/** One for each waiver of the register. */
export const DEVIATIONS: Readonly<Record<string, Deviation>> = {
  "tagged-removal": {
    apply: memory("remove", function (this: Service["tags"], key) {
      this.versions.delete(key);
      return envelope(200, "success");
    }),
    include: ["removeSubgraph / invariant / *"],
  },
  "optional-body-fields": {
    apply: (service) => {
      service.isField = (value) => value === undefined || typeof value === "string";
    },
    include: ["* / negative / body: required *"],
  },
  "name-format": {
    apply: refuses((text) => /^[\w.-]*$/.test(text), 400),
    include: ["createTag / invariant / *"],
  },
  "name-length": {
    apply: refuses((text) => text.length <= 63, 422),
    include: ["createTag / invariant / *"],
  },
  "token-id-format": {
    apply: (service) => {
      service.checks.token_id = (text) => (/^\d+$/.test(text) ? undefined : "is no number");
    },
    include: ["getNft / invariant / *"],
  },
  "unknown-chain-400": {
    apply: lists(({ chainName = "" }) =>
      CHAINS.includes(chainName) ? undefined : problem(400, "no such chain", "chainName"),
    ),
    include: ["* / example / 404 *"],
  },
  "unseen-wallet-404": {
    apply: lists(({ walletAddress = WALLETS[0] }) =>
      (WALLETS as readonly string[]).includes(walletAddress.toLowerCase())
        ? undefined
        : problem(404, "this wallet was never active"),
    ),
    include: ["getErc721Balances / invariant / *"],
  },
  "address-data-auth": {
    apply: decides("list", (own, call) =>
      call.authorization === `Bearer ${TOKEN}` ? own(call) : unauthorized,
    ),
    include: ["security"],
    options: { headers: { authorization: `Bearer ${TOKEN}` } },
  },
  "error-status": {
    apply: answers(MANAGEMENT, (answer) => ({ ...answer, status: 403 }), [401]),
    include: ["security"],
  },
  "error-body": {
    apply: answers(
      "",
      (answer) => ({
        ...answer,
        headers: { ...answer.headers, "content-type": "application/json" },
        body: { error: "no" },
      }),
      [400, 401, 404, 405, 409],
    ),
    include: ["* / negative / limit: *"],
  },
  "no-retry-after": {
    apply: (service) => {
      let count = 0;
      decides("answer", (own, call) => {
        count += 1;
        return count === 30 ? service.refuse(call, 429, "slow down") : own(call);
      })(service);
    },
    include: ["getErc20Balances"],
  },
  "refused-key-ignored": {
    apply: ignoringKeys,
    include: ["security"],
  },
  "value-unit": {
    apply: bodies(
      "getTransaction",
      set("transaction.value", (body) => Number(body.transaction.value_raw)),
    ),
    include: ["getTransaction / invariant / *"],
  },
  "listed-value-unit": {
    apply: bodies(
      "getLatestTransactions getAddressTransactions getBlockTransactions",
      (body: Body) => {
        for (const each of body.transactions) {
          each.value = String(BigInt(each.value) / 10n ** 9n);
        }
      },
    ),
    include: ["getBlockTransactions / invariant / *"],
  },
  "gas-price": {
    apply: answers("", (answer) => {
      const body: Body = structuredClone(answer.body);
      for (const each of body.transactions ?? [body.transaction ?? {}]) {
        each.gas_price = each.max_fee_per_gas ?? each.gas_price;
      }
      return { ...answer, body };
    }),
    include: ["getTransaction / invariant / *"],
  },
  "balance-format": {
    apply: bodies("getErc20Balances", (body: Body) => {
      for (const each of body.erc20TokenBalances) {
        each.balance = `${each.balance}.0 units`;
      }
    }),
    include: ["getErc20Balances / invariant / *"],
  },
  "foreign-cursor": {
    apply: (service) => {
      service.scopeOf = () => "";
    },
    include: ["* another listing *"],
  },
  "address-case": {
    apply: lists(({ walletAddress = "" }) =>
      /[A-F]/.test(walletAddress) ? problem(404, "this wallet was never active") : undefined,
    ),
    include: ["* upper and in lower *"],
  },
  "zero-balances": {
    apply: bodies("getErc20Balances", (body: Body) => {
      for (const each of body.erc20TokenBalances) {
        if (each.contract.address === field(tokens.at(-1)?.contract, "address")) {
          each.raw_balance = "0";
          each.balance = "0";
        }
      }
    }),
    include: ["getErc20Balances / invariant / *"],
  },
};
