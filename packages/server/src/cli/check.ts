import type { Command } from "commander";
import type { ChainSetting } from "../config/chain-values.ts";
import { describeMisspelt, misspeltVariables } from "../config/file.ts";
import { headersOf, ownSetting } from "../config/follow.ts";
import { checkStorage } from "../service/check-storage.ts";
import { type Estimate, estimate } from "../service/estimate.ts";
import type { Finding, NodeReport } from "../source/node-check.ts";
import { addServeSettings, readServeSettings, type ServeSettings } from "./serve.ts";

/** What is checked, which decides the exit code. */
type Area = "settings" | "storage" | "nodes";

/** A finding, and where it was found. */
interface Located extends Finding {
  readonly area: Area;
  readonly place: string;
}

/** Result of all checks. */
interface CheckReport {
  readonly findings: readonly Located[];
  /** By chain. */
  readonly estimates: Readonly<Record<string, Estimate>>;
}

/** The first area with a problem decides. Settings have the code of a command that is called wrongly. */
const EXIT_CODES: Readonly<Record<Area, number>> = { settings: 1, storage: 2, nodes: 3 };
const GB = 1e9;
const HELP = `
Exit codes: 0, no problem; 1, a setting is invalid or misspelt; 2, the data folder or database cannot be
used; 3, a node cannot be used. Warnings do not change the exit code.
`;

/** Adds the `check` command. */
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

async function check(program: Command, command: Command): Promise<CheckReport> {
  const { storage, settings } = readServeSettings(command);
  const { chain: chains = [] } = settings;
  const names = chains.map(({ name }) => name);
  const misspelt = misspeltVariables(program).map((variable): Located => {
    const text = describeMisspelt(variable);
    return { area: "settings", place: "environment", level: "problem", text };
  });
  const [stores, ...reports] = await Promise.all([
    checkStorage(storage, names),
    ...chains.map((chain) => checkChain(settings, chain)),
  ]);
  const estimates = Object.fromEntries(
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
  const { poll, sweep } = settings;
  const from = ownSetting(settings.from, name);
  const { checkNode } = await import("../source/node-check.ts");
  const headers = headersOf(settings, name);
  const rate = ownSetting(settings.rpcRate, name);
  const nodes: NodeReport[] = await Promise.all(
    urls.map((url) => checkNode({ chain: name, url, headers, rate, from })),
  );
  // The first node is used as long as it responds.
  const sample = nodes.find((node) => node.sample)?.sample;
  const hasWebSocket = webSocketUrl !== undefined;
  const expected =
    sample && estimate(sample, { from, pollMs: poll, sweepPairs: sweep, hasWebSocket });
  return { name, nodes, expected };
}

function spaceFinding(place: string, freeBytes: number, bytesPerDay: number): Located {
  const days = freeBytes / bytesPerDay;
  const left = Number.isFinite(days) ? `, full after ${rounded(days)} days` : "";
  const level = days < 30 ? "warning" : "ok";
  return { area: "storage", place, level, text: `${rounded(freeBytes / GB)} GB free${left}` };
}

function linesOf({ findings, estimates }: CheckReport): string[] {
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
function rounded(value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(2)));
}
