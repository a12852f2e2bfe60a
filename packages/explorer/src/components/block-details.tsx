import type { ChainData } from "@chainkit/client";
import type { ChainName } from "../chains.ts";
import { formatAmount, GWEI_DECIMALS, groupDigits } from "../format/amount.ts";
import { textOf } from "../format/hex.ts";
import { percentOf } from "../format/percent.ts";
import { Card } from "./card.tsx";
import { Copy } from "./copy.tsx";
import { Details } from "./details.tsx";
import { AddressLink, Hex } from "./links.tsx";

/** The fields of a block. */
export function BlockDetails({ chain, block }: { chain: ChainName; block: ChainData.Block }) {
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
