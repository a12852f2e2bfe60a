import type { ChainData } from "@chainkit/client";
import type { ChainName } from "../chains.ts";
import { formatAmount, GWEI_DECIMALS, groupDigits } from "../format/amount.ts";
import { Card } from "./card.tsx";
import { Details } from "./details.tsx";
import { AddressLink, Hex } from "./links.tsx";

/** The fields of a block. */
export function BlockDetails({ chain, block }: { chain: ChainName; block: ChainData.Block }) {
  const { base_fee_per_gas: baseFee } = block;
  return (
    <Card title="Details">
      <Details
        rows={[
          ["Hash", <Hex key="hash" value={block.hash} whole />],
          ["Parent", <Hex key="parent" value={block.parent_hash} whole />],
          ["Transactions", groupDigits(block.transaction_count)],
          ["Gas used", `${groupDigits(block.gas_used)} of ${groupDigits(block.gas_limit)}`],
          ["Base fee", baseFee && `${formatAmount(baseFee, GWEI_DECIMALS)} gwei`],
          ["Fee recipient", <AddressLink key="miner" chain={chain} address={block.miner} whole />],
          ["Size", `${groupDigits(block.size)} bytes`],
          ["State root", <Hex key="root" value={block.state_root} whole />],
          ["Extra data", block.extra_data !== "0x" && <Hex key="extra" value={block.extra_data} />],
        ]}
      />
    </Card>
  );
}
