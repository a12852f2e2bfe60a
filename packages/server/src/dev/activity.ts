import type { Hex } from "../chain/records.ts";
import type { DevContracts } from "./contracts.ts";

const IMAGE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="teal"/></svg>`;

/** One transaction of the sample traffic. */
type Step = (count: number) => Promise<unknown>;

/**
 * Creates the sample traffic of a local chain: a fixed sequence of transactions, so that runs are
 * reproducible.
 *
 * @returns Sends the next transaction.
 */
export function devActivity(
  contracts: DevContracts,
  accounts: readonly Hex[],
): () => Promise<void> {
  const { coin, dollar, rebasing, wrapped, bytes32, silent, collection, multiToken } = contracts;
  const account = (count: number) => accounts[count % accounts.length] as Hex;
  const owners = new Map<bigint, Hex>();
  const mint = (count: number, uri: string) => {
    const id = BigInt(owners.size + 1);
    owners.set(id, account(count));
    return collection.send(account(count), "mint(address,uint256,string)", [
      account(count),
      id,
      uri,
    ]);
  };
  const steps: readonly Step[] = [
    (n) => coin.send(account(n), "mint(address,uint256)", [account(n), 1_000n * 10n ** 18n]),
    (n) =>
      coin.send(account(n - 1), "transfer(address,uint256)", [account(n + 1), 5n * 10n ** 17n]),
    (n) => dollar.send(account(n), "mint(address,uint256)", [account(n), 2_500_000n]),
    (n) => mint(n, dataUri(owners.size + 1)),
    (n) => wrapped.send(account(n), "deposit()", [], 3n * 10n ** 15n),
    (n) => wrapped.send(account(n - 1), "withdraw(uint256)", [10n ** 15n]),
    (n) => rebasing.send(account(n), "mint(address,uint256)", [account(n), 10n ** 18n]),
    (n) => bytes32.send(account(n), "mint(address,uint256)", [account(n), 7_000_000n]),
    (n) => mint(n, owners.size % 2 === 0 ? "data:application/json,{broken" : ""),
    async (n) => {
      const [id, owner] = [...owners][n % owners.size] as [bigint, Hex];
      const to = account(n + 3);
      await collection.send(owner, "transferFrom(address,address,uint256)", [owner, to, id]);
      owners.set(id, to);
    },
    (n) => silent.send(account(n), "mint(address,uint256)", [account(n), 42n]),
    (n) => multiToken.send(account(n), "mint(address,uint256,uint256)", [account(n), 1n, 10n]),
    (n) => rebasing.send(account(n), "rebase(uint256)", [1n]),
  ];
  let count = 0;
  return async () => {
    const step = steps[count % steps.length] as Step;
    await step(count);
    count += 1;
  };
}

/** Metadata embedded in the URI, so that no network is needed. */
function dataUri(id: number): string {
  const image = `data:image/svg+xml;base64,${Buffer.from(IMAGE).toString("base64")}`;
  const metadata = {
    name: `Tile ${id}`,
    description: "A tile of the local chain.",
    image,
    external_url: "https://example.com/tiles",
    attributes: [{ trait_type: "number", value: id }],
  };
  return `data:application/json;base64,${Buffer.from(JSON.stringify(metadata)).toString("base64")}`;
}
