import { envelope } from "../reference/answers.ts";
import { blocks, type Fields, NEWEST, transactions } from "../reference/data.ts";
import type { Service } from "../reference/service.ts";
import type { Tags } from "../reference/tags.ts";
import { bodies, type Defect, defectsOf, member, memory, set } from "./defect.ts";

const tags = (change: (tags: Tags) => void) => (service: Service) => change(service.tags);
const done = envelope(200, "success");
const oldest = blocks[0] as Fields;
let turn = 0;

/** Wrong memory: what was written is not what is read. */
export const stateDefects: readonly Defect[] = defectsOf("state", {
  "create does nothing": memory("create", () => done),
  "create replaces the others": tags((all) => {
    all.create = (version, tag) => {
      version.clear();
      version.set(tag, 1);
      return done;
    };
  }),
  "create lists twice": tags((all) => {
    all.list = (version) =>
      [...version].flatMap((each) => (each[0].endsWith("-b") ? [each, each] : [each]));
  }),
  "create refuses what is there": tags((all) => {
    const { create } = all;
    all.create = (version, tag) =>
      version.has(tag) ? envelope(409, "exists") : create.call(all, version, tag);
  }),
  "create puts it elsewhere": tags((all) => {
    all.create = (_, tag) => {
      all.versions.get("token-transfers 1.1.0")?.set(tag, 1);
      return done;
    };
  }),
  "create in capitals": tags((all) => {
    const { create } = all;
    all.create = (version, tag) => create.call(all, version, tag.toUpperCase());
  }),
  "create cuts names off": tags((all) => {
    const { create } = all;
    all.create = (version, tag) => create.call(all, version, tag.slice(0, 8));
  }),
  "create makes versions up": tags((all) => {
    all.find = (key) => all.versions.get(key) ?? new Map();
  }),
  "delete does nothing": memory("delete", () => done),
  "delete takes all": tags((all) => {
    all.delete = (version) => {
      version.clear();
      return done;
    };
  }),
  "delete takes another one": tags((all) => {
    all.delete = (version) => {
      const [first] = version.keys();
      return first !== undefined && version.delete(first) ? done : envelope(404, "none");
    };
  }),
  "delete in every version": tags((all) => {
    all.delete = (version, tag) => {
      const had = version.delete(tag);
      for (const each of all.versions.values()) each.delete(tag);
      return had || tag.includes("elsewhere") ? done : envelope(404, "none");
    };
  }),
  "second delete fails": tags((all) => {
    all.delete = (version, tag) => (version.delete(tag) ? done : envelope(500, "no such key"));
  }),
  "delete fails": memory("delete", () => envelope(404, "none")),
  "query shows all versions' tags": tags((all) => {
    all.list = () => [...all.versions.values()].flatMap((each) => [...each]);
  }),
  "query shows none": memory("list", () => []),
  "query shows one only": memory("list", (version) => [...version].slice(0, 1)),
  "query shows new times": tags((all) => {
    all.list = (version) => [...version.keys()].map((tag) => [tag, 1_700_000_000 + turn++]);
  }),
  "query drops the oldest": memory("list", (version) => [...version].slice(-2)),
  "unknown version has no tags": tags((all) => {
    all.unknownVersion = (operation) =>
      envelope(
        operation === "queryTag" ? 200 : 404,
        "none",
        operation === "queryTag" ? { tags: [] } : {},
      );
  }),
  "unknown version can be untagged": tags((all) => {
    all.unknownVersion = (operation) => envelope(operation === "deleteTag" ? 200 : 404, "none");
  }),
  "unknown version can be tagged": tags((all) => {
    all.unknownVersion = (operation) => envelope(operation === "createTag" ? 200 : 404, "none");
  }),
  "unknown deployment can be removed": tags((all) => {
    all.unknownVersion = (operation) =>
      envelope(operation === "removeSubgraph" ? 200 : 404, "none");
  }),
  "unknown version is a 400": memory("unknownVersion", () => envelope(400, "none")),
  "remove does nothing": memory("remove", (_, version) =>
    version.size > 0 ? envelope(409, "x") : done,
  ),
  "remove although tagged": tags((all) => {
    all.remove = (key) => {
      all.versions.delete(key);
      return done;
    };
  }),
  "remove never": memory("remove", () => envelope(409, "tagged")),
  "refused removal removes the tags": tags((all) => {
    const { remove } = all;
    all.remove = (key, version) => {
      const answer = remove.call(all, key, version);
      version.clear();
      return answer;
    };
  }),
  "refused removal removes": tags((all) => {
    all.remove = (key, version) => {
      all.versions.delete(key);
      return version.size > 0 ? envelope(409, "tagged") : done;
    };
  }),
  "removed comes back when tagged": tags((all) => {
    const { answer } = all;
    all.answer = (operation, body) => {
      if (operation === "createTag" && body.subgraph_name === "disposable") {
        all.versions.set("disposable 0.0.1", all.find("disposable 0.0.1") ?? new Map());
      }
      return answer.call(all, operation, body);
    };
  }),
  "latest is old": (service) => {
    const { findBlock } = service;
    service.findBlock = (number) =>
      number === "latest" ? oldest : findBlock.call(service, number);
  },
  "latest goes back": (service) => {
    const { findBlock } = service;
    service.findBlock = (number) =>
      number === "latest"
        ? findBlock.call(service, String(NEWEST - (turn++ % 2)))
        : findBlock.call(service, number);
  },
  "any number is the latest block": (service) => {
    const { findBlock } = service;
    service.findBlock = (number) => (findBlock.call(service, number) ? blocks.at(-1) : undefined);
  },
  "blocks off by one": (service) => {
    const { findBlock } = service;
    service.findBlock = (number) =>
      number === "latest" ? blocks.at(-1) : findBlock.call(service, String(Number(number) - 1));
  },
  "latest for unknown blocks": (service) => {
    const { findBlock } = service;
    service.findBlock = (number) => findBlock.call(service, number) ?? blocks.at(-1);
  },
  "another transaction": (service) => {
    const { findTransaction } = service;
    service.findTransaction = (hash) => findTransaction.call(service, hash) && transactions[3];
  },
  "any transaction for unknown hashes": (service) => {
    const { findTransaction } = service;
    service.findTransaction = (hash) => findTransaction.call(service, hash) ?? transactions[3];
  },
  "hashes told apart by case": (service) => {
    service.findTransaction = (hash) => transactions.find((each) => each.transaction_hash === hash);
  },
  "another token's NFT": (service) => {
    const { findNft } = service;
    service.findNft = (collection) =>
      findNft.call(service, collection, "40") ?? findNft.call(service, collection, "43");
  },
  "an NFT of another collection": (service) => {
    const { findNft } = service;
    service.findNft = (collection, id) => {
      const found = findNft.call(service, collection, id);
      return found && { ...found, token_address: blocks[0]?.miner };
    };
  },
  "parent hash is the own one": bodies(
    "getBlock",
    set("block.parent_hash", (b) => b.block.hash),
  ),
  "time runs backwards": bodies(
    "getBlock",
    set("block.timestamp", (b) => new Date(2e12 - b.block.number * 1e6).toISOString()),
  ),
  "a block counts one transaction too few": bodies(
    "getBlock",
    set("block.transaction_count", (b) => b.block.transaction_count - 1),
  ),
  "a listed transaction names another block": bodies("getBlockTransactions", (b) => {
    for (const each of b.transactions) each.block_hash = oldest.hash;
  }),
  "indices all zero": bodies("getBlockTransactions", (b) => {
    for (const each of b.transactions) each.transaction_index = 0;
  }),
  "lookup and listing name other senders": bodies(
    "getTransaction",
    set(
      "transaction.from_address",
      oldest.parent_hash === "" ? "" : "0x0000000000000000000000000000000000000001",
    ),
  ),
  "value in wei": bodies("getTransaction", set("transaction.value", 1_500_000_000_000_000_000)),
  "balance in the smallest unit": bodies(
    "getErc20Balances",
    set("erc20TokenBalances.0.balance", "1000000"),
  ),
  "balance rounded": bodies("getErc20Balances", set("erc20TokenBalances.0.raw_balance", "1000001")),
  "unknown chains are served": member("servesChain", () => true),
  "a chain is not served": member("servesChain", (name) => name !== "ethereum"),
});
