import { readFileSync } from "node:fs";
import { Registry } from "prom-client";
import { expect, onTestFinished, test } from "vitest";
import { startDev } from "../src/index.ts";
import { chainMetrics } from "../src/service/chain-metrics.ts";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

const guides = ["running", "secure", "observe", "keep"]
  .map((verb) => `${verb}-the-service`)
  .concat("troubleshooting", "nodes-and-providers", "cache-behind-a-cdn")
  .map((name) => read(`../docs/guides/${name}.md`));

/** Expressions of the dashboard and of the rules, each with the texts that show the labels of its series. */
const { panels } = JSON.parse(read("monitoring/dashboard.json")) as {
  panels: { targets: { expr: string; legendFormat: string }[] }[];
};
const rules = read("monitoring/alerts.yaml").split("- alert: ").slice(1);
const shown = panels.flatMap(({ targets }) =>
  targets.map(({ expr, legendFormat }) => ({ expression: expr, texts: legendFormat })),
);
const used = [
  ...shown,
  ...rules.map((rule) => ({ expression: /expr: (.+)/.exec(rule)?.[1] ?? "", texts: rule })),
];

const firstOf = (matches: Iterable<RegExpMatchArray>) =>
  [...matches].map(([, first = ""]) => first);
const metricsIn = (text: string) =>
  firstOf(text.matchAll(/\b((?:chainkit|process|nodejs)_[a-z_]+[a-z])/g));
/** Labels that a text shows, as `{{chain}}` or `{{ $labels.chain }}`. */
const shownLabels = (text: string) =>
  firstOf(text.matchAll(/\{\{ *(?:\$labels\.)?([a-z]+) *\}\}/g));
const groupsOf = (expression: string) =>
  firstOf(expression.matchAll(/by \(([^)]+)\)/g)).flatMap((list) => list.split(", "));

/** What a service shows that has seen all events: a metric without a series has no labels. */
async function allMetrics(): Promise<string> {
  const service = await startDev();
  onTestFinished(() => service.stop());
  await fetch(`${service.url}/v2/ethereum/blocks/latest`);
  const response = await fetch(`${service.url}/metrics`);
  const registry = new Registry();
  const count = chainMetrics(registry, async () => [
    {
      ...{ name: "ethereum", ready: true, served: 0, head: 0, lag: 0 },
      counts: { pending: 0, setAside: 0, unrecognized: 0, faults: { content: 1 } },
    },
  ]);
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
  return (await response.text()) + (await registry.metrics());
}

/** They are shipped; a metric that is renamed must be renamed in them. */
test("dashboard, alert rules and guides use metrics that exist, with their labels, and leave out none of ours", async () => {
  const metrics = await allMetrics();
  const known = firstOf(metrics.matchAll(/^# TYPE (\S+)/gm));
  const base = (name: string) =>
    known.includes(name) ? name : name.replace(/_(bucket|count|sum)$/, "");
  const texts = [...used.map(({ expression }) => expression), ...guides];
  const named = texts.map(metricsIn);
  expect(named.flat().filter((name) => !known.includes(base(name)))).toEqual([]);
  // Nothing of this is empty because it is written in another form.
  expect([shown.length > 12, rules.length > 5, named.slice(used.length).flat().length > 8]).toEqual(
    [true, true, true],
  );

  const inDashboard = shown.flatMap(({ expression }) => metricsIn(expression)).map(base);
  const own = new Set(known.filter((name) => name.startsWith("chainkit_")));
  expect([...own].filter((name) => !inDashboard.includes(name))).toEqual([]);

  const labelsOf = (name: string) =>
    firstOf(metrics.matchAll(new RegExp(`^${name}\\{([^}]*)\\}`, "gm"))).flatMap((list) =>
      firstOf(list.matchAll(/(\w+)="/g)),
    );
  expect(used.flatMap((each) => shownLabels(each.texts)).length).toBeGreaterThan(15);
  const unknown = used.flatMap(({ expression, texts }) => {
    const labels = metricsIn(expression).flatMap(labelsOf);
    const groups = groupsOf(expression);
    const filters = firstOf(expression.matchAll(/[{,](\w+)=/g));
    const isMissing = (from: readonly string[]) => (label: string) => !from.includes(label);
    return [
      ...[...filters, ...groups].filter(isMissing(labels)),
      ...shownLabels(texts).filter(isMissing(groups.length > 0 ? groups : labels)),
    ].map((label) => `${label} of ${expression}`);
  });
  expect(unknown).toEqual([]);
});
