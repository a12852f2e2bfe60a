import { follow } from "../../src/ingest/follow.ts";
import { createRpcClient } from "../../src/source/json-rpc.ts";
import { openChainStore } from "../../src/store/sqlite/chain-store.ts";

/** Follows a node into a file until it is killed: `node ingest-child.ts <file> <url>`. */
const [file = "", url = ""] = process.argv.slice(2);
follow(openChainStore(file), createRpcClient([url]), {
  from: 0,
  pollMs: 5,
  verification: "header",
  maxReorg: 64,
  tell: (event) => event.kind === "trouble" && console.error(event.reason),
});
