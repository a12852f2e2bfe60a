import { readFileSync } from "node:fs";
import { Registry } from "prom-client";
import { expect, onTestFinished, test } from "vitest";
import { startDev } from "../src/index.ts";
import { chainMetrics } from "../src/service/chain-metrics.ts";
import { until } from "./support/ingest.ts";

const read = (name: string) =>
  readFileSync(new URL(`../monitoring/${name}`, import.meta.url), "utf8");

const metricsIn = (expression: string) =>
  [...expression.matchAll(/\b((?:chainkit|process|nodejs)_[a-z_]+[a-z])/g)].map(([name]) => name);

const guides = ["running", "secure", "observe", "keep"]
  .map((verb) => `${verb}-the-service`)
  .concat("troubleshooting", "nodes-and-providers", "cache-behind-a-cdn")
  .map((name) => readFileSync(new URL(`../../docs/guides/${name}.md`, import.meta.url), "utf8"));

/** The dashboard and the rules are shipped; a metric that is renamed must be renamed in them. */
test("dashboard, alert rules and guides use metrics that exist", async () => {
  const service = await startDev();
  onTestFinished(() => service.stop());
  await fetch(`${service.url}/v2/ethereum/blocks/latest`);
  const scrape = async () => (await fetch(`${service.url}/metrics`)).text();
  await until("calls are counted", async () =>
    /^chainkit_rpc_calls_total\{.*method="eth_call"/m.test(await scrape()),
  );
  const metrics = await scrape();
  const dashboard = JSON.parse(read("dashboard.json")) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const inDashboard = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const inRules = [...read("alerts.yaml").matchAll(/^ +expr: (.+)$/gm)].map(
    ([, text = ""]) => text,
  );
  expect(inDashboard.length).toBeGreaterThan(12);
  expect(inRules.length).toBeGreaterThan(5);
  const base = (name: string) => name.replace(/_(bucket|count|sum)$/, "");
  const known = new Set([...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name = ""]) => name));
  const named = [...inDashboard, ...inRules].flatMap(metricsIn);
  expect(named.filter((name) => !known.has(name) && !known.has(base(name)))).toEqual([]);
  const inGuides = guides.flatMap(metricsIn);
  expect(inGuides.length).toBeGreaterThan(8);
  expect(inGuides.filter((name) => !known.has(name) && !known.has(base(name)))).toEqual([]);
  // Each of our own is somewhere in the dashboard.
  const own = [...known].filter((name) => name.startsWith("chainkit_"));
  const shown = new Set(inDashboard.flatMap(metricsIn).map(base));
  expect(own.filter((name) => !shown.has(name))).toEqual([]);
});

/** An expression, and the texts that show the labels of its series. */
interface Shown {
  readonly expression: string;
  readonly texts: string;
}

/** Labels that a text shows, as `{{chain}}` or `{{ $labels.chain }}`. */
const shownLabels = (texts: string) =>
  [...texts.matchAll(/\{\{ *(?:\$labels\.)?([a-z]+) *\}\}/g)].map(([, label = ""]) => label);

const usedLabels = (expression: string) => [
  ...[...expression.matchAll(/[{,](\w+)=/g)].map(([, label = ""]) => label),
  ...groupsOf(expression),
];

const groupsOf = (expression: string) =>
  [...expression.matchAll(/by \(([^)]+)\)/g)].flatMap(([, list = ""]) => list.split(", "));

test("expressions and texts use labels that their metrics have", async () => {
  const registry = new Registry();
  const count = chainMetrics(registry, async () => [
    {
      ...{ name: "ethereum", ready: true, served: 0, head: 0, lag: 0 },
      counts: { pending: 0, setAside: 0, unrecognized: 0, faults: { content: 1 } },
    },
  ]);
  // A metric without a series has no labels.
  for (const event of [
    { kind: "block", transactions: 1 },
    { kind: "reorg", depth: 1, seconds: 1 },
    { kind: "balances waiting", seconds: 1 },
    { kind: "balances corrected", count: 1 },
    { kind: "rpc usage", calls: { eth_call: 1 }, rate: 1 },
    { kind: "node failed", host: "node", reason: "no response" },
  ] as const) {
    count("ethereum", event);
  }
  const series = `${await registry.metrics()}
    chainkit_http_request_duration_seconds_count{operation="getBlock",status="200"} 1
    chainkit_http_request_duration_seconds_bucket{operation="getBlock",status="200",le="1"} 1`;
  const labelsOf = (name: string) =>
    [...series.matchAll(new RegExp(`\\b${name}\\{([^}]*)\\}`, "g"))].flatMap(([, list = ""]) =>
      [...list.matchAll(/(\w+)="/g)].map(([, label = ""]) => label),
    );
  const { panels } = JSON.parse(read("dashboard.json")) as {
    panels: { targets: { expr: string; legendFormat: string }[] }[];
  };
  const rules = read("alerts.yaml").split("- alert: ").slice(1);
  const all: Shown[] = [
    ...panels.flatMap(({ targets }) =>
      targets.map(({ expr, legendFormat }) => ({ expression: expr, texts: legendFormat })),
    ),
    ...rules.map((rule) => ({ expression: /expr: (.+)/.exec(rule)?.[1] ?? "", texts: rule })),
  ];
  expect(all.flatMap(({ texts }) => shownLabels(texts)).length).toBeGreaterThan(15);
  for (const { expression, texts } of all) {
    const known = metricsIn(expression).flatMap(labelsOf);
    const groups = groupsOf(expression);
    expect([expression, usedLabels(expression).filter((label) => !known.includes(label))]).toEqual([
      expression,
      [],
    ]);
    const shown = groups.length > 0 ? groups : known;
    expect([expression, shownLabels(texts).filter((label) => !shown.includes(label))]).toEqual([
      expression,
      [],
    ]);
  }
});
