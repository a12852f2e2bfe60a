import { UNDO_BLOCKS } from "../../src/chain/profiles.ts";
import { follow } from "../../src/ingest/follow.ts";
import { createRpcClient } from "../../src/source/json-rpc.ts";
import { openWriter, type StoreLocation } from "../../src/store/open.ts";

/** Follows a node into a store until it is killed: `node ingest-child.ts <location> <url>`. */
const [location = "", url = ""] = process.argv.slice(2);
const place: StoreLocation = JSON.parse(location);
// The next child does not wait for the lease of the one that was killed.
const store = await openWriter(place, { undoBlocks: UNDO_BLOCKS, holder: "child" });
follow(store, createRpcClient([url]), {
  from: 0,
  pollMs: 5,
  verification: "ethereum",
  maxReorg: 64,
  emit: (event) => event.kind === "trouble" && console.error(event.reason),
});
console.log("following");
