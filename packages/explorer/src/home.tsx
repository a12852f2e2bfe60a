import { keepPreviousData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { chainData, type NewestBlock, POLLED, useBlocks, useQueryNow } from "./api.ts";
import { CHAINS, SERVED } from "./chains.ts";
import { LatestBlocks, LatestTransactions } from "./feeds.tsx";
import {
  blockTime,
  formatAmount,
  GWEI_DECIMALS,
  groupDigits,
  percentOf,
  shortenAmount,
} from "./format.ts";
import { BlockLink, Choices } from "./links.tsx";
import { Bars } from "./marks.tsx";
import { Age, Text, Title } from "./parts.tsx";
import { useChain } from "./route.ts";
import { Loaded } from "./states.tsx";

export function Home() {
  const chain = useChain();
  const query = useQueryNow({
    ...chainData.getBlock.queryOptions({ chain_name: chain, block_number: "latest" }),
    ...POLLED,
    placeholderData: keepPreviousData,
  });
  const blocks = useBlocks(query.data?.block.number);
  const content = (
    <>
      <Live blocks={blocks} />
      <div className="feeds">
        <LatestBlocks blocks={blocks} />
        <LatestTransactions />
      </div>
    </>
  );
  return (
    <>
      <div className="title">
        <Title text={CHAINS[chain].label} />
        {SERVED.length > 1 && (
          <Choices
            label="Chains"
            className="chains"
            links={SERVED.map((each) => [{ chain: each, page: "home" }, CHAINS[each].label])}
          />
        )}
      </div>
      <Loaded what="The newest block" query={query} bones={content}>
        {() => content}
      </Loaded>
    </>
  );
}

/** The chain at a glance: its newest block, and figures of the last ones. */
function Live({ blocks }: { blocks: readonly NewestBlock[] }) {
  const [newest] = blocks;
  const block = newest?.block;
  const loaded = blocks.flatMap((each) => each.block ?? []);
  const seconds = blockTime(loaded);
  const fee = block?.base_fee_per_gas;
  const gas = block && (percentOf(block.gas_used, block.gas_limit) ?? "–");
  const counts = loaded.map((each) => each.transaction_count).reverse();
  const count = counts.at(-1) ?? 0;
  const mean = counts.reduce((sum, each) => sum + each, 0) / (counts.length || 1);
  const last = `${counts.length} block${counts.length === 1 ? "" : "s"}`;
  const span = `between ${groupDigits(Math.min(...counts, count))} and ${groupDigits(Math.max(...counts, count))}`;
  return (
    <dl className="card live">
      <Figure
        name="Latest block"
        value={newest && <BlockLink number={newest.number} />}
        note={block && <Age timestamp={block.timestamp} />}
      />
      <Figure
        name="Block time"
        value={seconds?.toFixed(1)}
        unit="s"
        note={seconds !== undefined && `mean of ${loaded.length} blocks`}
      />
      {fee ? (
        <Figure
          name="Base fee"
          value={shortenAmount(formatAmount(fee, GWEI_DECIMALS), DIGITS)}
          unit="gwei"
          note={`gas ${gas} % used`}
        />
      ) : (
        <Figure name="Gas used" value={gas} unit="%" />
      )}
      <Figure
        name="Transactions per block"
        value={groupDigits(count)}
        unit="in the latest"
        note={
          <>
            {last}, mean <Text>{groupDigits(Math.round(mean))}</Text>
          </>
        }
      >
        <Bars
          values={counts}
          label={`Transactions per block, last ${last}: ${span}, latest ${groupDigits(count)}`}
        />
      </Figure>
    </dl>
  );
}

/** The strip is for a glance; the page of the block has all digits. */
const DIGITS = 3;
const LETTERS = 24;

interface FigureProps {
  readonly name: string;
  readonly value: ReactNode;
  readonly unit?: string;
  readonly note?: ReactNode;
  readonly children?: ReactNode;
}

function Figure({ name, value = "–", unit, note, children }: FigureProps) {
  return (
    <div className={children ? "graph" : undefined}>
      <dt>
        {name === "Latest block" && <span className="dot live" />}
        {name}
      </dt>
      <dd>
        {typeof value === "string" ? <Text max={LETTERS}>{value}</Text> : value}{" "}
        {value !== "–" && unit && <small>{unit}</small>}
      </dd>
      <dd className="note">{note}</dd>
      {children && <dd className="picture">{children}</dd>}
    </div>
  );
}
