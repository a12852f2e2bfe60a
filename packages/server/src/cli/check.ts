import type { Command } from "commander";
import type { ChainSetting } from "../config/chain-values.ts";
import { misspeltVariables } from "../config/file.ts";
import { headersOf, ownSetting } from "../config/follow.ts";
import { checkStorage } from "../service/check-storage.ts";
import type { ChainSample, Finding, NodeReport } from "../source/node-check.ts";
import { addServeSettings, readServeSettings, type ServeSettings } from "./serve.ts";

interface Located extends Finding {
  readonly area: keyof typeof EXIT_CODES;
  readonly place: string;
}

/** The first area with a problem decides. Settings have the code of a command that is called wrongly. */
const EXIT_CODES = { settings: 1, storage: 2, nodes: 3 };
const GB = 1e9;
const HELP = `
Exit codes: 0, no problem; 1, a setting is invalid or misspelt; 2, the data folder or database cannot be
used; 3, a node cannot be used. Warnings do not change the exit code.
`;

export function addCheckCommand(program: Command): void {
  const command = program
    .command("check")
    .description("check what serve would use: settings, storage and nodes; estimate disk and calls")
    .option("--json", "print JSON")
    .addHelpText("after", HELP);
  addServeSettings(command);
  command.action(async () => {
    const report = await check(program, command);
    const isJson = command.opts<{ json?: boolean }>().json === true;
    console.log(isJson ? JSON.stringify(report) : linesOf(report).join("\n"));
    const codes = report.findings
      .filter(({ level }) => level === "problem")
      .map(({ area }) => EXIT_CODES[area]);
    process.exitCode = codes.length > 0 ? Math.min(...codes) : 0;
  });
}

async function check(program: Command, command: Command) {
  const { storage, settings } = readServeSettings(command);
  const { chain: chains = [] } = settings;
  const names = chains.map(({ name }) => name);
  const misspelt = misspeltVariables(program).map((text): Located => {
    return { area: "settings", place: "environment", level: "problem", text };
  });
  const [stores, ...reports] = await Promise.all([
    checkStorage(storage, names),
    ...chains.map((chain) => checkChain(settings, chain)),
  ]);
  const estimates: Record<string, ReturnType<typeof estimate>> = Object.fromEntries(
    reports.flatMap(({ name, expected }) => (expected ? [[name, expected]] : [])),
  );
  const diskPerDay = reports.reduce((sum, each) => sum + (each.expected?.diskBytesPerDay ?? 0), 0);
  return {
    findings: [
      ...misspelt,
      ...stores.flatMap(({ place, findings, freeBytes }) => [
        ...findings.map((finding): Located => ({ area: "storage", place, ...finding })),
        ...(freeBytes === undefined ? [] : [spaceFinding(place, freeBytes, diskPerDay)]),
      ]),
      ...reports.flatMap(({ name, nodes }) =>
        nodes.flatMap(({ host, findings }) =>
          findings.map((each): Located => ({ area: "nodes", place: `${name} ${host}`, ...each })),
        ),
      ),
    ],
    estimates,
  };
}

async function checkChain(settings: ServeSettings, { name, urls, webSocketUrl }: ChainSetting) {
  const from = ownSetting(settings.from, name);
  const { checkNode } = await import("../source/node-check.ts");
  const headers = headersOf(settings, name);
  const rate = ownSetting(settings.rpcRate, name);
  const nodes: NodeReport[] = await Promise.all(
    urls.map((url) => checkNode({ chain: name, url, headers, rate, from })),
  );
  // The first node is used as long as it responds.
  const sample = nodes.find((node) => node.sample)?.sample;
  const expected = sample && estimate(sample, settings, from, webSocketUrl !== undefined);
  return { name, nodes, expected };
}

function spaceFinding(place: string, freeBytes: number, bytesPerDay: number): Located {
  const days = freeBytes / bytesPerDay;
  const left = Number.isFinite(days) ? `, full after ${rounded(days)} days` : "";
  const level = days < 30 ? "warning" : "ok";
  return { area: "storage", place, level, text: `${rounded(freeBytes / GB)} GB free${left}` };
}

function linesOf({ findings, estimates }: Awaited<ReturnType<typeof check>>): string[] {
  return [
    ...findings.map(({ level, place, text }) => `${level.padEnd(7)}  ${place}: ${text}`),
    ...Object.entries(estimates).map(([name, each]) => {
      const { diskBytesPerDay, callsPerMonth, catchUpDays } = each;
      const end = Number.isFinite(catchUpDays)
        ? `${rounded(catchUpDays)} days to catch up`
        : "never catches up: the chain is faster than its node";
      return `estimate ${name}: ${rounded(diskBytesPerDay / GB)} GB per day, ${rounded(callsPerMonth / 1e6)} million calls per month, ${end}`;
    }),
  ];
}

/** Two significant digits: an estimate has no more. */
function rounded(value: number): number {
  return Number(value.toPrecision(2));
}

const DAY_SECONDS = 86_400;
const DAYS_PER_MONTH = 30;
/** Measured with blocks of Ethereum; see the guide on keeping data. */
const BYTES_PER_TRANSACTION = 1_300;
/** Transactions per second that one core verifies and writes; see the guide on running the service. */
const TRANSACTIONS_PER_SECOND = 3_500;
/** Share of the time between two blocks in which the next one is due and polled for. */
const POLLED_SHARE = 1 / 3;
/** Calls per block to check for a reorganisation, and to read changed balances, new tokens and NFTs. */
const BALANCE_CALLS = 6;
/** Balances that a transaction changes, each a call without Multicall3. */
const PAIRS_PER_TRANSACTION = 2;
/** Announced blocks are still polled for now and then. */
const CALLS_WITH_WEB_SOCKET = 2;

/** Estimates what a chain will take, from a sample of its latest blocks. */
export function estimate(
  sample: ChainSample,
  { poll, sweep }: Pick<ServeSettings, "poll" | "sweep">,
  from: number | undefined,
  hasWebSocket: boolean,
) {
  const { head, transactionsPerBlock, callsPerBlock } = sample;
  // Blocks of one second and less have the same timestamp.
  const secondsPerBlock = Math.max(sample.secondsPerBlock, 0.05);
  const blocksPerDay = DAY_SECONDS / secondsPerBlock;
  const polls = hasWebSocket
    ? CALLS_WITH_WEB_SOCKET
    : Math.max(1, (secondsPerBlock * 1_000 * POLLED_SHARE) / poll);
  const balances = sample.hasMulticall
    ? BALANCE_CALLS + Math.ceil(sweep / 250)
    : BALANCE_CALLS + sweep + transactionsPerBlock * PAIRS_PER_TRANSACTION;
  const processed = TRANSACTIONS_PER_SECOND / transactionsPerBlock;
  const gain = Math.min(sample.blocksPerSecond, processed) - 1 / secondsPerBlock;
  const missing = Math.max(0, head - (from ?? head));
  return {
    diskBytesPerDay: blocksPerDay * transactionsPerBlock * BYTES_PER_TRANSACTION,
    callsPerMonth: blocksPerDay * DAYS_PER_MONTH * (callsPerBlock + polls + balances),
    /** Until the head is reached; Infinity if the chain is faster than its node. */
    catchUpDays: missing === 0 ? 0 : missing / Math.max(0, gain) / DAY_SECONDS,
  };
}
