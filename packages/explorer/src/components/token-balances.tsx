import type { AddressData } from "@chainkit/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { addressData } from "../api.ts";
import type { ChainName } from "../chains.ts";
import { formatAmount, groupDigits } from "../format/amount.ts";
import { Amount } from "./amount.tsx";
import { Card, Empty } from "./card.tsx";
import { AddressLink } from "./links.tsx";
import { Loaded } from "./loaded.tsx";
import { Monogram } from "./marks.tsx";
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
    <Card title="Tokens">
      <Loaded what="The list of tokens" query={query}>
        {(balances) =>
          balances.length === 0 ? (
            <Empty>No tokens.</Empty>
          ) : (
            <>
              <table className="assets">
                <thead>
                  <tr>
                    <th scope="col">Token</th>
                    <th scope="col" className="wide-only">
                      Contract
                    </th>
                    <th scope="col" className="num">
                      Balance
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {balances.map((balance) => (
                    <Row key={balance.contract.address} chain={chain} balance={balance} />
                  ))}
                </tbody>
              </table>
              <More label="More tokens" query={query} />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

function Row({ chain, balance }: { chain: ChainName; balance: AddressData.Erc20Balance }) {
  const { address, name, symbol } = balance.contract;
  return (
    <tr>
      <td>
        <span className="asset">
          <Monogram symbol={symbol ?? ""} contract={address} />
          <span>
            <b>{name ?? "Unnamed token"}</b>
            <small>{symbol ?? "no symbol"}</small>
          </span>
        </span>
      </td>
      <td className="wide-only">
        <AddressLink chain={chain} address={address} plain />
      </td>
      <td className="num">
        <Amount text={amountOf(balance)} unit={symbol ?? "units"} />
      </td>
    </tr>
  );
}

/** A token that does not say its decimals is shown in its smallest unit. */
function amountOf({ raw_balance, contract }: AddressData.Erc20Balance): string {
  return typeof contract.decimals === "number"
    ? formatAmount(raw_balance, contract.decimals)
    : groupDigits(raw_balance);
}
