import type { AddressData } from "@chainkit/client";
import { addressData, useCoverage, useListing, useNftOf, useToken } from "./api.ts";
import { groupDigits, shortHex, shortText, visible } from "./format.ts";
import { AddressLink, Hex } from "./links.tsx";
import { Identicon, Monogram } from "./marks.tsx";
import { ImageSwitch, NFTS_PAGE, Nfts } from "./nft.tsx";
import { type Column, Icon, Table, Text, Title, TokenAmount } from "./parts.tsx";
import { useChain } from "./route.ts";
import { Bones, Listing } from "./states.tsx";
import { holdersIn, Transactions } from "./transactions.tsx";

const TOKENS_PAGE = 20;
const HISTORY_PAGE = 25;
/** Letters of a word of somebody else within a badge. */
const LABEL = 20;

/** A wallet: its tokens, its NFTs and its history; or a token, by its name. */
export function AddressPage({ id: address }: { id: string }) {
  const wallet = { chainName: useChain(), walletAddress: address };
  const tokens = useListing(
    addressData.getErc20Balances.infiniteQueryOptions({ ...wallet, limit: TOKENS_PAGE }),
  );
  const nfts = useListing(
    addressData.getErc721Balances.infiniteQueryOptions({ ...wallet, limit: NFTS_PAGE }),
  );
  const history = useListing(
    addressData.getAddressTransactions.infiniteQueryOptions({ ...wallet, limit: HISTORY_PAGE }),
  );
  const calls = (history.data ?? []).filter(({ input }) => input !== "0x");
  const holders = holdersIn(calls, address);
  const token = useToken(address, holders);
  const nft = useNftOf(address, holders);
  const standard = token?.erc_type ?? nft?.ercType;
  const name = visible(token?.name ?? nft?.metadata?.symbol) ?? "Unnamed token";
  return (
    <>
      <div className="head who">
        <Identicon address={address} />
        <Title text={standard ? name : "Address"} of={shortHex(address)}>
          {standard && (
            <span className="badge big note">{shortText(standard, LABEL)} contract</span>
          )}
        </Title>
        <p className="sub one">
          <Hex value={address} what="the address" />
        </p>
        <Coverage address={address} />
      </div>
      <div className="split">
        <Listing title="Tokens" query={tokens} none="No tokens.">
          {(balances) => (
            <Table
              className="assets"
              columns={BALANCE}
              rows={balances}
              keyOf={({ contract }) => contract.address}
            />
          )}
        </Listing>
        {/* On a phone below the tokens, which would push it. */}
        {!tokens.isPending && (
          <Listing
            title="NFTs"
            aside={
              <ImageSwitch uris={nfts.data?.map(({ metadata }) => metadata?.imageUri) ?? []} />
            }
            query={nfts}
            none="No NFTs."
          >
            {(shown) => <Nfts nfts={shown} />}
          </Listing>
        )}
      </div>
      {/* Below lists of any length, which would push it. */}
      {!tokens.isPending && !nfts.isPending && (
        <Listing
          title="History"
          aside={<span className="muted">newest first</span>}
          query={history}
          bones={<Bones count={8} of="lines" />}
          endless
          none="No transactions."
        >
          {(transactions) => (
            <Transactions label="History" transactions={transactions} wallet={address} />
          )}
        </Listing>
      )}
    </>
  );
}

/** What the lists of a wallet may lack, as the service states it; nothing if they are complete. */
function Coverage({ address }: { address: string }) {
  const transactions = useCoverage("transactions", address);
  const tokens = useCoverage("balance/erc20", address);
  const nfts = useCoverage("balance/erc721", address);
  const { pending = 0, unreadable = 0 } = tokens ?? {};
  const isPartial = [tokens, nfts].some((list) => list?.complete === false && list.from);
  const from = transactions?.complete === false && transactions.from;
  const notes = [
    from && `Transactions are listed from block ${groupDigits(from)} on.`,
    isPartial && "Tokens and NFTs that have not moved since the first block may be missing.",
    pending > 0 && `Balances not read yet: ${groupDigits(pending)}.`,
    unreadable > 0 && `Balances that cannot be read: ${groupDigits(unreadable)}.`,
  ].filter(Boolean);
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

const BALANCE: readonly Column<AddressData.Erc20Balance>[] = [
  [
    "Token",
    ({ contract }) => (
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
    ),
  ],
  ["Contract", ({ contract }) => <AddressLink address={contract.address} plain />, "wide-only"],
  [
    "Balance",
    ({ contract, raw_balance }) => <TokenAmount value={raw_balance} token={contract} />,
    "num",
  ],
];
