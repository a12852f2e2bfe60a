import type { ChainData } from "@chainkit/client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { addressData, chainData } from "./api.ts";
import type { ChainName } from "./chains.ts";
import { formatAmount, GWEI_DECIMALS, groupDigits, percentOf, textOf } from "./format.ts";
import { AddressLink, Age, Card, Copy, Details, Hex, Icon, RouteLink, Title } from "./parts.tsx";
import { Loaded, More } from "./states.tsx";
import { Transactions } from "./transactions.tsx";

/** A block and its transactions. */
export function BlockPage({ chain, number }: { chain: ChainName; number: string }) {
  const query = useQuery(
    chainData.getBlock.queryOptions({ chain_name: chain, block_number: number }),
  );
  const found = query.data?.block;
  return (
    <>
      <div className="title">
        <div className="head">
          <Title text={`Block ${/^\d+$/.test(number) ? groupDigits(number) : number}`} />
          {found && (
            <p className="sub">
              <Age timestamp={found.timestamp} exact />
            </p>
          )}
        </div>
        {found && <Neighbours chain={chain} number={found.number} />}
      </div>
      <Loaded
        what="The block"
        query={query}
        elsewhere={(other) => ({ chain: other, page: "block", number })}
      >
        {({ block }) => (
          <>
            <BlockDetails chain={chain} block={block} />
            <Card title="Transactions">
              <BlockTransactions chain={chain} number={block.number} />
            </Card>
          </>
        )}
      </Loaded>
    </>
  );
}

function Neighbours({ chain, number }: { chain: ChainName; number: number }) {
  return (
    <nav className="row" aria-label="Neighbouring blocks">
      {number > 0 && (
        <RouteLink className="button" route={{ chain, page: "block", number: String(number - 1) }}>
          <Icon name="chevron" className="back" />
          Previous
        </RouteLink>
      )}
      <RouteLink className="button" route={{ chain, page: "block", number: String(number + 1) }}>
        Next
        <Icon name="chevron" />
      </RouteLink>
    </nav>
  );
}

function BlockTransactions({ chain, number }: { chain: ChainName; number: number }) {
  const query = useInfiniteQuery(
    addressData.getBlockTransactions.infiniteQueryOptions({
      chainName: chain,
      blockNumber: number,
      limit: 25,
    }),
  );
  return (
    <Loaded what="The list of transactions" query={query}>
      {(transactions) => (
        <>
          <Transactions chain={chain} label="Transactions" transactions={transactions} />
          <More label="More transactions" query={query} />
        </>
      )}
    </Loaded>
  );
}

/** The fields of a block. */
function BlockDetails({ chain, block }: { chain: ChainName; block: ChainData.Block }) {
  const { base_fee_per_gas: baseFee } = block;
  return (
    <Card title="Details">
      <Details
        rows={[
          ["Hash", <Hex key="hash" value={block.hash} whole copied="the hash" />],
          [
            "Parent",
            <Hex key="parent" value={block.parent_hash} whole copied="the hash of the parent" />,
          ],
          ["Transactions", groupDigits(block.transaction_count)],
          [
            "Gas used",
            `${groupDigits(block.gas_used)} of ${groupDigits(block.gas_limit)} (${percentOf(block.gas_used, block.gas_limit)} %)`,
          ],
          ["Base fee", baseFee && `${formatAmount(baseFee, GWEI_DECIMALS)} gwei`],
          ["Fee recipient", <AddressLink key="miner" chain={chain} address={block.miner} whole />],
          ["Size", `${groupDigits(block.size)} bytes`],
          ["State root", <Hex key="root" value={block.state_root} whole copied="the state root" />],
          ["Extra data", block.extra_data !== "0x" && <ExtraData value={block.extra_data} />],
        ]}
      />
    </Card>
  );
}

/** What the producer of a block wrote into it: often a text. */
function ExtraData({ value }: { value: string }) {
  const text = textOf(value);
  return (
    <>
      {text && `${text} `}
      <small>
        <Hex value={value} />
      </small>
      <Copy text={value} what="the extra data" />
    </>
  );
}
