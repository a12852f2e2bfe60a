import type { AddressData } from "@chainkit/client";
import { addressData, isSame, useCoverage, useListing, useToken } from "./api.ts";
import { groupDigits, isDecimals, shortHex, shortText, visible } from "./format.ts";
import { AddressLink, Hex } from "./links.tsx";
import { Identicon, Monogram } from "./marks.tsx";
import { ImageSwitch, NFTS_PAGE, Nfts } from "./nft.tsx";
import { Card, Empty, Icon, Text, Title, TokenAmount } from "./parts.tsx";
import { useChain } from "./route.ts";
import { Bones, Loaded } from "./states.tsx";
import { holdersIn, Transactions } from "./transactions.tsx";

const PICTURE = 60;

const TOKENS_PAGE = 20;
const HISTORY_PAGE = 25;

/** A wallet: its tokens, its NFTs and its history; or a token, by its name. */
export function AddressPage({ address }: { address: string }) {
  const chain = useChain();
  const wallet = { chainName: chain, walletAddress: address };
  const tokens = useListing(
    addressData.getErc20Balances.infiniteQueryOptions({ ...wallet, limit: TOKENS_PAGE }),
  );
  const nfts = useListing(
    addressData.getErc721Balances.infiniteQueryOptions({ ...wallet, limit: NFTS_PAGE }),
  );
  const history = useListing(
    addressData.getAddressTransactions.infiniteQueryOptions({ ...wallet, limit: HISTORY_PAGE }),
  );
  const calls = (history.data ?? []).filter(
    ({ input, to_address }) => isSame(to_address, address) && input !== "0x",
  );
  const holders = calls[0] ? holdersIn(calls, calls[0]) : [];
  const token = useToken(address, holders, "tokens and NFTs");
  const name = token ? (visible(token.name) ?? "Unnamed token") : undefined;
  return (
    <>
      <div className="head who">
        <Identicon address={address} size={PICTURE} />
        <Title text={name ?? "Address"} of={shortHex(address)}>
          {token && (
            <span className="badge big note">{shortText(token.standard, LABEL)} contract</span>
          )}
        </Title>
        <p className="sub one">
          <Hex value={address} what="the address" />
        </p>
        <Coverage address={address} />
      </div>
      <div className="split">
        <Card title="Tokens">
          <Loaded what="The list of tokens" query={tokens} more="More tokens">
            {(balances) => <Balances balances={balances} />}
          </Loaded>
        </Card>
        {/* On a phone below the tokens, which would push it. */}
        {!tokens.isPending && (
          <Card title="NFTs" aside={<ImageSwitch uris={nfts.data?.map(imageUri) ?? []} />}>
            <Loaded what="The list of NFTs" query={nfts} more="More NFTs">
              {(shown) => <Nfts nfts={shown} />}
            </Loaded>
          </Card>
        )}
      </div>
      {/* Below lists of any length, which would push it. */}
      {!tokens.isPending && !nfts.isPending && (
        <Card title="History" aside={<span className="muted">newest first</span>}>
          <Loaded
            what="The history"
            query={history}
            bones={<Bones count={8} of="lines" />}
            more="Older transactions"
            endless
          >
            {(transactions) => (
              <Transactions label="History" transactions={transactions} wallet={address} />
            )}
          </Loaded>
        </Card>
      )}
    </>
  );
}

const imageUri = ({ metadata }: AddressData.Erc721Balance) => metadata?.imageUri;
/** Letters of a word of somebody else within a badge. */
const LABEL = 20;

/** What the lists of a wallet may lack, as the service states it; nothing if they are complete. */
function Coverage({ address }: { address: string }) {
  const transactions = useCoverage("transactions", address);
  const tokens = useCoverage("tokens", address);
  const nfts = useCoverage("nfts", address);
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

/** Letters of a name within a list: a longer one would push the other balances out of view. */
const LISTED = 40;

/** The ERC-20 balances of a wallet. */
function Balances({ balances }: { balances: readonly AddressData.Erc20Balance[] }) {
  if (balances.length === 0) {
    return <Empty>No tokens.</Empty>;
  }
  return (
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
        {balances.map(({ contract, raw_balance }) => (
          <tr key={contract.address}>
            <td>
              <span className="asset">
                <Monogram symbol={contract.symbol ?? ""} contract={contract.address} />
                <span>
                  <b>
                    <Text max={LISTED}>{visible(contract.name) ?? "Unnamed token"}</Text>
                  </b>
                  <small>
                    <Text max={LISTED}>{visible(contract.symbol) ?? "no symbol"}</Text>
                  </small>
                </span>
              </span>
            </td>
            <td className="wide-only">
              <AddressLink address={contract.address} plain />
            </td>
            <td className="num">
              <TokenAmount
                value={raw_balance}
                decimals={isDecimals(contract.decimals) ? contract.decimals : undefined}
                symbol={contract.symbol}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
