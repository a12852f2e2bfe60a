import type { AddressData } from "@chainkit/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { addressData } from "../api.ts";
import type { ChainName } from "../chains.ts";
import { formatAmount, groupDigits } from "../format/amount.ts";
import { AddressLink } from "./links.tsx";
import { Loaded } from "./loaded.tsx";
import { More } from "./more.tsx";

const PAGE = 20;

/** The ERC-20 balances of a wallet. */
export function TokenBalances({ chain, address }: { chain: ChainName; address: string }) {
  const query = useInfiniteQuery(
    addressData.getErc20Balances.infiniteQueryOptions({
      chainName: chain,
      walletAddress: address,
      limit: PAGE,
    }),
  );
  return (
    <Loaded what="The list of tokens" query={query}>
      {(balances) => (
        <>
          {balances.length === 0 && <p>No tokens.</p>}
          <ul className="balances">
            {balances.map((balance) => (
              <li key={balance.contract.address}>
                <strong>{amountOf(balance)}</strong> <span>{balance.contract.name}</span>
                <AddressLink chain={chain} address={balance.contract.address} />
              </li>
            ))}
          </ul>
          <More label="More tokens" query={query} />
        </>
      )}
    </Loaded>
  );
}

/** A token that does not say its decimals is shown in its smallest unit. */
function amountOf({ raw_balance, contract }: AddressData.Erc20Balance): string {
  const { decimals, symbol } = contract;
  const amount =
    typeof decimals === "number" ? formatAmount(raw_balance, decimals) : groupDigits(raw_balance);
  return `${amount} ${symbol ?? "units"}`;
}
