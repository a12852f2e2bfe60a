import type { ChainData } from "@chainkit/client";
import { useState } from "react";
import type { ChainName } from "../chains.ts";
import { groupDigits } from "../format/amount.ts";
import { percentOf } from "../format/percent.ts";
import type { NewestBlocks } from "../use-blocks.ts";
import { Age } from "./age.tsx";
import { Card } from "./card.tsx";
import { Meter } from "./graphs.tsx";
import { AddressLink, BlockLink } from "./links.tsx";

const COUNT = 8;

interface LatestBlocksProps {
  readonly chain: ChainName;
  readonly newest: number;
  readonly blocks: NewestBlocks;
}

/** The newest blocks; those that came while the reader looks are marked for a moment. */
export function LatestBlocks({ chain, newest, blocks }: LatestBlocksProps) {
  const [first] = useState(newest);
  const numbers = Array.from({ length: Math.min(COUNT, newest + 1) }, (_, at) => newest - at);
  return (
    <Card title="Latest blocks">
      <ol className="feed blocks" aria-label="Latest blocks">
        {numbers.map((number) => (
          <li key={number} className={number > first ? "fresh" : ""}>
            <Row
              chain={chain}
              number={number}
              block={blocks.loaded.get(number)}
              isFailed={blocks.failed.has(number)}
            />
          </li>
        ))}
      </ol>
    </Card>
  );
}

interface RowProps {
  readonly chain: ChainName;
  readonly number: number;
  readonly block: ChainData.Block | undefined;
  readonly isFailed: boolean;
}

function Row({ chain, number, block, isFailed }: RowProps) {
  const percent = block && percentOf(block.gas_used, block.gas_limit);
  return (
    <>
      <div>
        <strong>
          <BlockLink chain={chain} number={number} />
        </strong>
        <small>{block && <Age timestamp={block.timestamp} />}</small>
      </div>
      <div>
        {block && transactions(block.transaction_count)}
        {!block && (isFailed ? <small>not loaded</small> : <span className="bone" />)}
        {block?.miner && (
          <small className="by">
            <span className="wide-only">by</span>
            <AddressLink chain={chain} address={block.miner} plain />
          </small>
        )}
      </div>
      {percent !== undefined && (
        <div className="end">
          <small>{percent} % gas</small>
          <Meter percent={percent} />
        </div>
      )}
    </>
  );
}

function transactions(count: number) {
  return (
    <span>
      {groupDigits(count)} <span className="muted">transaction{count === 1 ? "" : "s"}</span>
    </span>
  );
}
