import type { ChainData } from "@chainkit/client";
import { addressData, useBlock, useListing } from "./api.ts";
import { groupDigits, gweiText, parseInteger, percentOf, shortHex, textOf } from "./format.ts";
import { AddressLink, BlockLink, Choices, type ChoicesProps, Copy, Hex } from "./links.tsx";
import { Fact, Facts, Since, Text, Title } from "./parts.tsx";
import { useChain } from "./route.ts";
import { Bones, Listing, Loaded } from "./states.tsx";
import { Transactions } from "./transactions.tsx";

export function BlockPage({ id }: { id: string }) {
  const query = useBlock(id);
  const found = query.data?.block;
  return (
    <>
      <div className="title">
        <div className="head">
          <Title text={`Block ${groupDigits(id)}`} />
          <Since timestamp={found?.timestamp} isLoading={query.isPending} />
        </div>
        {found && <Choices label="Neighbouring blocks" links={neighbours(found.number)} />}
      </div>
      <Loaded
        what="The block"
        query={query}
        missing={<NotMined number={id} />}
        bones={<Bones count={9} of="card" />}
      >
        {({ block }) => (
          <>
            <BlockFacts block={block} />
            <BlockTransactions number={block.number} />
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

function neighbours(number: number): ChoicesProps["links"] {
  const next = [{ page: "block", id: String(number + 1) }, "Next"] as const;
  return number === 0 ? [next] : [[{ page: "block", id: String(number - 1) }, "Previous"], next];
}

function BlockTransactions({ number }: { number: number }) {
  const params = { chainName: useChain(), blockNumber: number, limit: 25 };
  return (
    <Listing
      title="Transactions"
      query={useListing(addressData.getBlockTransactions.infiniteQueryOptions(params))}
      bones={<Bones count={5} of="lines" />}
      none="No transactions."
    >
      {(transactions) => <Transactions label="Transactions" transactions={transactions} />}
    </Listing>
  );
}

function BlockFacts({ block }: { block: ChainData.Block }) {
  const { extra_data: extraData, gas_limit, gas_used } = block;
  const percent = percentOf(gas_used, gas_limit);
  const share = percent === undefined ? "" : ` (${percent} %)`;
  return (
    <Facts title="Details">
      <Fact name="Hash">
        <Hex value={block.hash} what="the hash" />
      </Fact>
      <Fact name="Parent">
        <Hex value={block.parent_hash} what="the hash of the parent" />
      </Fact>
      <Fact name="Transactions">{groupDigits(block.transaction_count)}</Fact>
      <Fact name="Gas used">{`${groupDigits(gas_used)} of ${groupDigits(gas_limit)}${share}`}</Fact>
      <Fact name="Base fee">{gweiText(block.base_fee_per_gas)}</Fact>
      <Fact name="Fee recipient">
        <AddressLink address={block.miner} whole />
      </Fact>
      <Fact name="Size">{`${groupDigits(block.size)} bytes`}</Fact>
      <Fact name="State root">
        <Hex value={block.state_root} what="the state root" />
      </Fact>
      <Fact name="Extra data">{extraData !== "0x" && <ExtraData value={extraData} />}</Fact>
    </Facts>
  );
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
