import { UNDO_BLOCKS } from "../../src/chain/profiles.ts";
import { follow } from "../../src/ingest/follow.ts";
import { createRpcClient } from "../../src/source/json-rpc.ts";
import { openWriter } from "../../src/store/open.ts";

/** Follows a node into a file until it is killed: `node ingest-child.ts <file> <url>`. */
const [file = "", url = ""] = process.argv.slice(2);
const store = await openWriter({ kind: "sqlite", file }, { undoBlocks: UNDO_BLOCKS });
follow(store, createRpcClient([url]), {
  from: 0,
  pollMs: 5,
  verification: "header",
  maxReorg: 64,
  emit: (event) => event.kind === "trouble" && console.error(event.reason),
});
