import type { AddressData } from "@chainkit/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { addressData, useCoverage } from "./api.ts";
import type { ChainName } from "./chains.ts";
import { formatAmount, groupDigits } from "./format.ts";
import { Identicon, Monogram } from "./marks.tsx";
import { Nfts } from "./nft.tsx";
import { AddressLink, Amount, Card, Copy, Empty, Hex, Icon, Title } from "./parts.tsx";
import { Loaded, More } from "./states.tsx";
import { Transactions } from "./transactions.tsx";

const PICTURE = 60;

/** A wallet: its tokens, its NFTs and its history. */
export function AddressPage({ chain, address }: { chain: ChainName; address: string }) {
  return (
    <>
      <div className="head who">
        <Identicon address={address} size={PICTURE} />
        <Title text="Address" />
        <p className="sub one">
          <Hex value={address} whole />
          <Copy text={address} what="the address" />
        </p>
        <Coverage chain={chain} address={address} />
      </div>
      <div className="split">
        <TokenBalances chain={chain} address={address} />
        <Nfts chain={chain} address={address} />
      </div>
      <History chain={chain} address={address} />
    </>
  );
}

/** What the lists of a wallet may lack, as the service states it; nothing if they are complete. */
function Coverage({ chain, address }: { chain: ChainName; address: string }) {
  const transactions = useCoverage("transactions", chain, address);
  const tokens = useCoverage("tokens", chain, address);
  const nfts = useCoverage("nfts", chain, address);
  const { pending = 0, unreadable = 0 } = tokens ?? {};
  const notes: string[] = [];
  if (transactions?.complete === false && transactions.from) {
    notes.push(`Transactions are listed from block ${groupDigits(transactions.from)} on.`);
  }
  if ([tokens, nfts].some((list) => list?.complete === false && list.from)) {
    notes.push("Tokens and NFTs that have not moved since the first block may be missing.");
  }
  if (pending > 0) {
    notes.push(`Balances not read yet: ${groupDigits(pending)}.`);
  }
  if (unreadable > 0) {
    notes.push(`Balances that cannot be read: ${groupDigits(unreadable)}.`);
  }
  return (
    notes.length > 0 && (
      <p className="coverage">
        <Icon name="info" />
        <span>{notes.join(" ")}</span>
      </p>
    )
  );
}

const TOKENS_PAGE = 20;

/** The ERC-20 balances of a wallet. */
function TokenBalances({ chain, address }: { chain: ChainName; address: string }) {
  const query = useInfiniteQuery(
    addressData.getErc20Balances.infiniteQueryOptions({
      chainName: chain,
      walletAddress: address,
      limit: TOKENS_PAGE,
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

const HISTORY_PAGE = 25;

/** All transactions of a wallet, newest first; further pages are fetched as they come into view. */
function History({ chain, address }: { chain: ChainName; address: string }) {
  const query = useInfiniteQuery(
    addressData.getAddressTransactions.infiniteQueryOptions({
      chainName: chain,
      walletAddress: address,
      limit: HISTORY_PAGE,
    }),
  );
  return (
    <Card title="History" aside={<span className="muted">newest first</span>}>
      <Loaded what="The history" query={query}>
        {(transactions) => (
          <>
            <Transactions
              chain={chain}
              label="History"
              transactions={transactions}
              wallet={address}
            />
            <More label="Older transactions" query={query} endless />
          </>
        )}
      </Loaded>
    </Card>
  );
}
