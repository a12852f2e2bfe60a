import { envelope } from "../../reference/answers.ts";
import { blocks, type Fields, NEWEST, transactions } from "../../reference/data.ts";
import { type Service, TOKEN } from "../../reference/service.ts";
import type { Tags } from "../../reference/tags.ts";
import { type Body, bodies, type Defect, defectsOf, member, memory, set } from "./defect.ts";

const sizes = (size: (usual: number, offset: number) => number) => (service: Service) => {
  const { sizeOf } = service;
  service.sizeOf = (limit, offset) => size(sizeOf.call(service, limit, offset), offset);
};
const offsets = (change: (offset: number) => number) => (service: Service) => {
  const { encodeCursor } = service;
  service.encodeCursor = (call, offset) => encodeCursor.call(service, call, change(offset));
};
let turn = 0;

/** Pages, cursors, filters and counts that are wrong. */
export const pagingDefects: readonly Defect[] = defectsOf("paging", "implied", {
  "one more than the limit": sizes((size) => size + 1),
  "cursor of the same page": offsets((offset) => Math.max(0, offset - 100)),
  "a record lost between pages": offsets((offset) => offset + 1),
  "ends after the first page": member("encodeCursor", () => null),
  "never ends": (service) => {
    const { page } = service;
    service.page = (call, field, all) => {
      const answer = page.call(service, call, field, all);
      const body = answer.body as { cursor?: unknown };
      if (answer.status === 200) {
        body.cursor ??= service.encodeCursor(call, all.length + turn++);
      }
      return answer;
    };
  },
  "cursor ignored": member("decodeCursor", () => 0),
  "cursors of other listings taken": member("scopeOf", () => ""),
  "filter inverted": member(
    "passes",
    (filter, address) => filter === undefined || filter !== address,
  ),
  "transactions of the block before": (service) => {
    const { recordsOf } = service;
    service.recordsOf = (call) => {
      const blockNumber = String(Number(call.parameters.blockNumber) - 1);
      return recordsOf.call(service, { ...call, parameters: { ...call.parameters, blockNumber } });
    };
  },
  "other fields on small pages": (service) => {
    const { page } = service;
    service.page = (call, field, all) =>
      page.call(
        service,
        call,
        field,
        Number(call.parameters.limit) < 10 && field === "transactions"
          ? all.map((record) => ({ ...record, nonce: "0" }))
          : all,
      );
  },
  "a filter that nothing has is forgotten in capitals": (service) => {
    const { passes } = service;
    const { recordsOf } = service;
    service.recordsOf = (call) => {
      const isAbsent = /^0x0+DEAD$/.test(call.parameters["contract-address"] ?? "");
      service.passes = isAbsent ? () => true : passes;
      return recordsOf.call(service, call);
    };
  },
});

const oldest = blocks[0] as Fields;

/** Wrong records: not the requested one, or one that contradicts another response. */
export const recordDefects: readonly Defect[] = defectsOf("records", "implied", {
  "latest is old": (service) => {
    const { findBlock } = service;
    service.findBlock = (number) =>
      number === "latest" ? oldest : findBlock.call(service, number);
  },
  "latest goes back": (service) => {
    const { findBlock } = service;
    let asked = 0;
    service.findBlock = (number) =>
      number === "latest"
        ? findBlock.call(service, String(NEWEST - Math.min(asked++, 4)))
        : findBlock.call(service, number);
  },
  "another transaction": (service) => {
    const { findTransaction } = service;
    service.findTransaction = (hash) => findTransaction.call(service, hash) && transactions[3];
  },
  "time runs backwards": bodies(
    "getBlock",
    set("block.timestamp", (b) => new Date(2e12 - b.block.number * 1e6).toISOString()),
  ),
  "a listed transaction names another block": bodies("getBlockTransactions", (b) => {
    for (const each of b.transactions) {
      each.block_hash = oldest.hash;
    }
  }),
  "indices all zero": bodies("getBlockTransactions", (b) => {
    for (const each of b.transactions) {
      each.transaction_index = 0;
    }
  }),
});

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
const doubled = (value: string) => BigInt(Number(value)).toString();

/** Responses that contradict each other or their own description. */
export const factDefects: readonly Defect[] = defectsOf("facts", "implied", {
  "amounts through a double": transaction((record) => {
    record.value_raw = doubled("1500000000000000200");
  }),
  "cumulative gas is less than the own": transaction((record) => {
    record.cumulative_gas_used = "1";
  }),
  "more gas used than allowed": transaction((record) => {
    record.gas = "20000";
  }),
  "paid more than the most": transaction((record) => {
    record.effective_gas_price = "100000";
    record.gas_price = "100000";
  }),
  "fee market fields of legacy transactions": transaction((record) => {
    record.max_fee_per_gas = "20";
    record.transaction_type = 0;
  }),
  "a block used more gas than it may": bodies("getBlock", set("block.gas_limit", "1")),
  "an empty balance is listed": each("getErc20Balances", "erc20TokenBalances", (record) => {
    record.raw_balance = "0";
    record.balance = "0";
  }),
  "an NFT held twice": each("getErc721Balances", "erc721TokenBalances", (record) => {
    record.balance = "2";
  }),
  "minted at another time": bodies(
    "getNft",
    set("nft.mint_block_timestamp", "2020-01-01T00:00:00Z"),
  ),
  "the newest blocks are not among the latest transactions": (service) => {
    const { recordsOf } = service;
    service.recordsOf = (call) => {
      const found = recordsOf.call(service, call);
      return call.operation === "getLatestTransactions"
        ? found.filter(({ block_number }) => Number(block_number) < NEWEST - 2)
        : found;
    };
  },
  "listed values in whole tokens": each(LISTS, "transactions", (record) => {
    record.value = String(Number(record.value) / 1e18);
  }),
  "a wallet that was never seen has everything": (service) => {
    const { recordsOf } = service;
    service.recordsOf = (call) => {
      const found = recordsOf.call(service, call);
      return found.length > 0 || call.parameters["contract-address"] !== undefined
        ? found
        : service.listed(() => call.operation === "getAddressTransactions");
    };
  },
});

/** Requests that make a server fail, or that it wrongly refuses. */
export const hostileDefects: readonly Defect[] = defectsOf("hostile", "stated", {
  "a hexadecimal token id is another token": (service) => {
    const { findNft } = service;
    service.findNft = (collection, id) =>
      findNft.call(service, collection, id.startsWith("0x") ? "41" : id) ??
      findNft.call(service, collection, id.startsWith("0x") ? "42" : id);
  },
});

const tags = (change: (tags: Tags) => void) => (service: Service) => change(service.tags);
const done = envelope(200, "success");

/** Wrong state: reads do not return what was written. */
export const stateDefects: readonly Defect[] = defectsOf("state", "implied", {
  "create does nothing": memory("create", () => done),
  "a refused creation is carried out": (service) => {
    const { manage } = service;
    service.manage = (call) => {
      const answer = manage.call(service, call);
      if (answer.status === 401 && call.operation === "createTag") {
        manage.call(service, { ...call, authorization: `Bearer ${TOKEN}` });
      }
      return answer;
    };
  },
  "a refused deletion is carried out": (service) => {
    const { manage } = service;
    service.manage = (call) => {
      const answer = manage.call(service, call);
      if (answer.status === 401 && call.operation === "deleteTag") {
        manage.call(service, { ...call, authorization: `Bearer ${TOKEN}` });
      }
      return answer;
    };
  },
  "delete does nothing": memory("delete", () => done),
  "second delete fails": tags((all) => {
    all.delete = (version, tag) => (version.delete(tag) ? done : envelope(500, "no such key"));
  }),
  "remove does nothing": memory("remove", (_, version) =>
    version.size > 0 ? envelope(409, "x") : done,
  ),
  "remove although tagged": tags((all) => {
    all.remove = (key) => {
      all.versions.delete(key);
      return done;
    };
  }),
  "tags of versions of one name": tags((all) => {
    const { find } = all;
    all.find = (key) => find.call(all, key.replace("1.0.0", "1.1.0"));
  }),
});
