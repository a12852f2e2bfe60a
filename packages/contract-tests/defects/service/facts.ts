import { problem } from "../../test/reference/answers.ts";
import { type Fields, NEWEST } from "../../test/reference/data.ts";
import type { Service } from "../../test/reference/service.ts";
import { TOKEN } from "../../test/reference/service.ts";
import { answers, type Body, bodies, type Defect, defectsOf, set } from "./defect.ts";

const LISTS = "getLatestTransactions getAddressTransactions getBlockTransactions";
const each =
  (operations: string, field: string, change: (record: Body) => void) =>
  (service: Service): void =>
    bodies(operations, (body: Body) => {
      for (const record of body[field]) {
        change(record);
      }
    })(service);
const transaction = (change: (record: Body) => void) =>
  bodies("getTransaction", (body: Body) => change(body.transaction));
const text = (pattern: RegExp, status: number) => (service: Service) => {
  const { answer } = service;
  service.answer = (call) => {
    const sent = [...Object.values(call.parameters), call.text.toString()];
    return sent.some((value) => pattern.test(value))
      ? { ...problem(status, "failed"), status }
      : answer.call(service, call);
  };
};
const token = (pattern: RegExp) => (service: Service) => {
  const { admits } = service;
  service.admits = (call) => pattern.test(call.authorization ?? "") || admits.call(service, call);
};
const records =
  (change: (all: readonly Fields[], limit: number) => readonly Fields[]) =>
  (service: Service): void => {
    const { recordsOf } = service;
    service.recordsOf = (call) =>
      change(recordsOf.call(service, call), Number(call.parameters.limit || 100));
  };
const doubled = (value: string) => BigInt(Number(value)).toString();

/** Responses that contradict each other or their own description. */
export const factDefects: readonly Defect[] = defectsOf("facts", "implied", {
  "timestamps of another zone": bodies(
    "getBlock",
    set("block.timestamp", (b) => b.block.timestamp.replace("Z", "+02:00")),
  ),
  "a transaction is older than its block": transaction((each) => {
    each.block_timestamp = "2020-01-01T00:00:00Z";
  }),
  "a listed transaction is older than its block": each(LISTS, "transactions", (record) => {
    record.block_timestamp = "2020-01-01T00:00:00Z";
  }),
  "amounts through a double": transaction((record) => {
    record.value_raw = doubled("1500000000000000200");
  }),
  "cumulative gas is the own gas": transaction((record) => {
    record.cumulative_gas_used = record.gas_used;
  }),
  "cumulative gas is less than the own": transaction((record) => {
    record.cumulative_gas_used = "1";
  }),
  "more gas used than allowed": transaction((record) => {
    record.gas = "20000";
  }),
  "the recipient as created contract": transaction((record) => {
    record.contract_address = record.to_address;
  }),
  "the gas price of the bid": transaction((record) => {
    record.gas_price = record.max_fee_per_gas ?? record.gas_price;
  }),
  "paid more than the most": transaction((record) => {
    record.effective_gas_price = "100000";
    record.gas_price = "100000";
  }),
  "fee market fields of legacy transactions": transaction((record) => {
    record.max_fee_per_gas = "20";
    record.transaction_type = 0;
  }),
  "another nonce in the listing": each(LISTS, "transactions", (record) => {
    record.nonce = String(Number(record.nonce) + 1);
  }),
  "another gas limit in the listing": each(LISTS, "transactions", (record) => {
    record.gas = "30000";
  }),
  "another type in the listing": each(LISTS, "transactions", (record) => {
    record.transaction_type = 1;
  }),
  "an index from 1 on": each(LISTS, "transactions", (record) => {
    record.transaction_index += 1;
  }),
  "a block used more gas than it may": bodies("getBlock", set("block.gas_limit", "1")),
  "a block counts another gas": bodies("getBlock", set("block.gas_used", "1")),
  "an empty balance is listed": each("getErc20Balances", "erc20TokenBalances", (record) => {
    record.raw_balance = "0";
    record.balance = "0";
  }),
  "an NFT held twice": each("getErc721Balances", "erc721TokenBalances", (record) => {
    record.balance = "2";
  }),
  "an NFT of another owner": bodies(
    "getNft",
    set("nft.owner_address", "0x00000000000000000000000000000000000000aa"),
  ),
  "minted at another time": bodies(
    "getNft",
    set("nft.mint_block_timestamp", "2020-01-01T00:00:00Z"),
  ),
  "another standard than listed": bodies("getNft", set("nft.standard", "ERC1155")),
  "received transactions are left out": (service) => {
    const { recordsOf } = service;
    service.recordsOf = (call) =>
      call.operation === "getAddressTransactions"
        ? recordsOf
            .call(service, call)
            .filter((record) => record.from_address === call.parameters.walletAddress)
        : recordsOf.call(service, call);
  },
  "a block left out of the latest transactions": (service) => {
    const { recordsOf } = service;
    service.recordsOf = (call) =>
      call.operation === "getLatestTransactions"
        ? recordsOf.call(service, call).filter(({ block_number }) => block_number !== NEWEST - 1)
        : recordsOf.call(service, call);
  },
  "the first transactions of blocks only among the latest": (service) => {
    const { recordsOf } = service;
    service.recordsOf = (call) =>
      call.operation === "getLatestTransactions"
        ? recordsOf.call(service, call).filter((record) => record.transaction_index === 0)
        : recordsOf.call(service, call);
  },
  "creations are left out": (service) => {
    const { recordsOf } = service;
    service.recordsOf = (call) => {
      const found = recordsOf.call(service, call);
      return call.operation === "getAddressTransactions"
        ? found.filter(({ to_address }) => to_address !== null)
        : found;
    };
  },
  "sent transactions are left out": (service) => {
    const { recordsOf } = service;
    service.recordsOf = (call) =>
      call.operation === "getAddressTransactions"
        ? recordsOf
            .call(service, call)
            .filter((record) => record.from_address !== call.parameters.walletAddress)
        : recordsOf.call(service, call);
  },
  "the newest blocks are not among the latest transactions": (service) => {
    const { recordsOf } = service;
    service.recordsOf = (call) => {
      const found = recordsOf.call(service, call);
      return call.operation === "getLatestTransactions"
        ? found.filter(({ block_number }) => Number(block_number) < NEWEST - 2)
        : found;
    };
  },
  "another name with a filter": answers("getErc20Balances", (answer, { parameters }) => {
    const body: Body = structuredClone(answer.body);
    for (const { contract } of parameters["contract-address"] ? body.erc20TokenBalances : []) {
      contract.name = "Token";
    }
    return { ...answer, body };
  }),
  "listed values in whole tokens": each(LISTS, "transactions", (record) => {
    record.value = String(Number(record.value) / 1e18);
  }),
  "zeros before a number make it octal": (service) => {
    const { findBlock } = service;
    service.findBlock = (number) =>
      findBlock.call(
        service,
        /^0[0-7]+$/.test(number) ? String(Number.parseInt(number, 8)) : number,
      );
  },
  "the latest block is not listed": records((all) =>
    all.filter(({ block_number, from_address }) => !from_address || block_number !== 2003),
  ),
  "every chain is the same": (service) => {
    const { answer } = service;
    service.answer = (call) => {
      const { chain_name: name, chainName } = call.parameters;
      const known = /^(apechain|base|polygon)$/;
      const change = {
        ...(known.test(name ?? "") ? { chain_name: "ethereum" } : {}),
        ...(known.test(chainName ?? "") ? { chainName: "ethereum" } : {}),
      };
      return answer.call(service, { ...call, parameters: { ...call.parameters, ...change } });
    };
  },
  "a wallet that was never seen has everything": (service) => {
    const { recordsOf } = service;
    service.recordsOf = (call) => {
      const found = recordsOf.call(service, call);
      return found.length > 0 || call.parameters["contract-address"] !== undefined
        ? found
        : service.listed(() => call.operation === "getAddressTransactions");
    };
  },
  "wallets told apart by case": (service) => {
    const { recordsOf } = service;
    service.recordsOf = (call) =>
      /[A-F]/.test(call.parameters.walletAddress ?? "") ? [] : recordsOf.call(service, call);
  },
  "filters told apart by case": (service) => {
    const { recordsOf } = service;
    service.recordsOf = (call) =>
      /[A-F]/.test(call.parameters["contract-address"] ?? "") ? [] : recordsOf.call(service, call);
  },
  "collections told apart by case": (service) => {
    const { findNft } = service;
    service.findNft = (collection, id) =>
      /[A-F]/.test(collection.slice(2)) ? undefined : findNft.call(service, collection, id);
  },
  "half of the later pages are left out": (service) => {
    const { page } = service;
    service.page = (call, field, all) => {
      const answer = page.call(service, call, field, all);
      const body = answer.body as Body;
      if (call.parameters.cursor && Array.isArray(body[field])) {
        body[field] = body[field].slice(0, Math.ceil(body[field].length / 2));
        if ("resultCount" in body) {
          body.resultCount = body[field].length;
        }
      }
      return answer;
    };
  },
  "a default of 50": (service) => {
    const { sizeOf } = service;
    service.sizeOf = (limit, offset) => (limit ? sizeOf.call(service, limit, offset) : 50);
  },
  "an empty limit is 10": (service) => {
    const { sizeOf } = service;
    service.sizeOf = (limit, offset) => (limit === "" ? 10 : sizeOf.call(service, limit, offset));
  },
  "the count of the first page on every page": (service) => {
    const { countOf } = service;
    service.countOf = (items, all, limit) =>
      items.length < Number(limit || 100) && all.length > items.length
        ? Number(limit || 100)
        : countOf.call(service, items, all, limit);
  },
  "titles that vary": answers(
    "",
    (answer) => ({
      ...answer,
      body: { ...(answer.body as object), title: (answer.body as Body).detail ?? "x" },
    }),
    [400],
  ),
});

/** Requests that make a server fail, or that it wrongly refuses. */
export const hostileDefects: readonly Defect[] = defectsOf("hostile", "stated", {
  "quotes make it fail": text(/'";--/, 500),
  "a NUL makes it fail": text(/\0|\\u0000/, 500),
  "a long text makes it fail": text(/x{1500}/, 500),
  "another script makes it fail": text(/данные/, 503),
  "2^256 makes it fail": text(
    /^11579208923731619542357098500868790785326998466564056403945758400791312963993\d/,
    500,
  ),
  "no hexadecimal makes it fail": text(/^0xzz$/, 502),
  "a percent sign makes it fail": text(/100%/, 500),
  "a word of JavaScript makes it fail": text(/__proto__/, 500),
  "a number below zero makes a listing fail": (service) => {
    const { list } = service;
    service.list = (call) =>
      call.parameters.blockNumber?.startsWith("-")
        ? { ...problem(500, "failed"), status: 500 }
        : list.call(service, call);
  },
  "a charset is refused": (service) => {
    const { parse } = service;
    service.parse = (call) => {
      if (call.contentType.includes(";")) {
        throw new SyntaxError("charset");
      }
      return parse.call(service, call);
    };
  },
  "hexadecimal token ids are refused": (service) => {
    service.checks.token_id = (id) => (/^\d+$/.test(id) ? undefined : "is no number");
  },
  "a hexadecimal token id is another token": (service) => {
    const { findNft } = service;
    service.findNft = (collection, id) =>
      findNft.call(service, collection, id.startsWith("0x") ? "41" : id) ??
      findNft.call(service, collection, id.startsWith("0x") ? "42" : id);
  },
  "undescribed fields are refused": (service) => {
    const { parse } = service;
    service.parse = (call) => {
      const body = parse.call(service, call) as Fields;
      if ("not_in_the_contract" in body) {
        throw new SyntaxError("unknown field");
      }
      return body;
    };
  },
  "a plain body as gzip": answers("getBlock", (answer) => ({
    ...answer,
    headers: { ...answer.headers, "content-encoding": "gzip" },
  })),
});

/** The valid token in forms that must be refused. */
export const tokenDefects: readonly Defect[] = defectsOf("token", "stated", {
  "the token as Basic": token(new RegExp(`^Basic ${TOKEN}$`)),
  "the token of any scheme": token(new RegExp(`^\\w+ ${TOKEN}$`)),
  "the token without a scheme": token(new RegExp(`^${TOKEN}$`)),
  "the beginning of the token": token(new RegExp(`^Bearer ${TOKEN.slice(0, -1)}$`)),
  "anything that begins with the token": token(new RegExp(`^Bearer ${TOKEN}`)),
  "the token in any case": token(new RegExp(`^Bearer ${TOKEN}$`, "i")),
});
