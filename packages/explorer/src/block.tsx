import type { ChainData } from "@chainkit/client";
import { addressData, useBlock, useListing } from "./api.ts";
import {
  formatAmount,
  GWEI_DECIMALS,
  groupDigits,
  parseInteger,
  percentOf,
  shortHex,
  textOf,
} from "./format.ts";
import { AddressLink, BlockLink, Copy, Hex, RouteLink } from "./links.tsx";
import { Age, Card, Details, Icon, Text, Title } from "./parts.tsx";
import { useChain } from "./route.ts";
import { Bones, Loaded } from "./states.tsx";
import { Transactions } from "./transactions.tsx";

/** A block and its transactions. */
export function BlockPage({ number }: { number: string }) {
  const query = useBlock(number);
  const found = query.data?.block;
  return (
    <>
      <div className="title">
        <div className="head">
          <Title text={`Block ${groupDigits(number)}`} />
          <p className="sub">
            {query.isPending && <span className="bone" />}
            {found && <Age timestamp={found.timestamp} exact />}
          </p>
        </div>
        {found && <Neighbours number={found.number} />}
      </div>
      <Loaded
        what="The block"
        query={query}
        missing={<NotMined number={number} />}
        bones={<Bones count={9} of="card" />}
      >
        {({ block }) => (
          <>
            <BlockDetails block={block} />
            <Card title="Transactions">
              <BlockTransactions number={block.number} />
            </Card>
          </>
        )}
      </Loaded>
    </>
  );
}

/** Says how far a block is away that the chain does not have yet. */
function NotMined({ number }: { number: string }) {
  const { data } = useBlock("latest");
  const [wanted, newest] = [parseInteger(number), data?.block.number];
  return wanted !== undefined && newest !== undefined && wanted > newest ? (
    <p>
      It is not mined yet: the newest block is <BlockLink number={newest} />.
    </p>
  ) : null;
}

function Neighbours({ number }: { number: number }) {
  return (
    <nav className="row" aria-label="Neighbouring blocks">
      {number > 0 && (
        <RouteLink className="button" route={{ page: "block", number: String(number - 1) }}>
          <Icon name="chevron" className="back" />
          Previous
        </RouteLink>
      )}
      <RouteLink className="button" route={{ page: "block", number: String(number + 1) }}>
        Next
        <Icon name="chevron" />
      </RouteLink>
    </nav>
  );
}

function BlockTransactions({ number }: { number: number }) {
  const chain = useChain();
  const query = useListing(
    addressData.getBlockTransactions.infiniteQueryOptions({
      chainName: chain,
      blockNumber: number,
      limit: 25,
    }),
  );
  return (
    <Loaded
      what="The list of transactions"
      query={query}
      bones={<Bones count={5} of="lines" />}
      more="More transactions"
    >
      {(transactions) => <Transactions label="Transactions" transactions={transactions} />}
    </Loaded>
  );
}

/** The fields of a block. */
function BlockDetails({ block }: { block: ChainData.Block }) {
  const { base_fee_per_gas: baseFee } = block;
  return (
    <Card title="Details">
      <Details
        rows={[
          ["Hash", <Hex key="hash" value={block.hash} what="the hash" />],
          ["Parent", <Hex key="parent" value={block.parent_hash} what="the hash of the parent" />],
          ["Transactions", groupDigits(block.transaction_count)],
          ["Gas used", gasText(block)],
          ["Base fee", baseFee && `${formatAmount(baseFee, GWEI_DECIMALS)} gwei`],
          ["Fee recipient", <AddressLink key="miner" address={block.miner} whole />],
          ["Size", `${groupDigits(block.size)} bytes`],
          ["State root", <Hex key="root" value={block.state_root} what="the state root" />],
          ["Extra data", block.extra_data !== "0x" && <ExtraData value={block.extra_data} />],
        ]}
      />
    </Card>
  );
}

function gasText({ gas_limit, gas_used }: ChainData.Block): string {
  const percent = percentOf(gas_used, gas_limit);
  const share = percent === undefined ? "" : ` (${percent} %)`;
  return `${groupDigits(gas_used)} of ${groupDigits(gas_limit)}${share}`;
}

/** What the producer of a block wrote into it: often a text. */
function ExtraData({ value }: { value: string }) {
  const text = textOf(value);
  if (!text) {
    return <Hex value={value} what="the extra data" />;
  }
  return (
    <>
      <Text>{text}</Text>{" "}
      <small>
        <code title={value}>{shortHex(value)}</code>
      </small>
      <Copy text={value} what="the extra data" />
    </>
  );
}
