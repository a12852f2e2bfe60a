// Compares what a service serves of a chain with what viem reads from the node behind it.
import { CHAIN_NAMES } from "../src/chain/profiles.ts";
import { differencesFromViem } from "../test/support/viem-reading.ts";

const [name, node, service, ...accounts] = process.argv.slice(2);
const chain = CHAIN_NAMES.find((each) => each === name);
if (chain === undefined || node === undefined || service === undefined) {
  console.error(`usage: node --conditions=@chainkit/source scripts/compare-with-viem.ts <chain> <node> <service> [account …]

Reads every block and transaction, and the token balances of the accounts; prints a line per difference.`);
  process.exit(2);
}
const differences = await differencesFromViem(node, service, chain, accounts);
console.log([...differences, `${differences.length} differences`].join("\n"));
process.exitCode = differences.length === 0 ? 0 : 1;
