import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { startDev } from "../src/index.ts";
import { until } from "./support/ingest.ts";

const read = (name: string) =>
  readFileSync(new URL(`../monitoring/${name}`, import.meta.url), "utf8");

/** Metrics that a PromQL expression names. */
const metricsIn = (expression: string) =>
  [...expression.matchAll(/\b((?:chainkit|process|nodejs)_[a-z_]+[a-z])/g)].map(([name]) => name);

/** The dashboard and the rules are shipped; a metric that is renamed must be renamed in them. */
test("dashboard and alert rules use metrics and labels that exist", async () => {
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
  // Each of our own is somewhere in the dashboard.
  const own = [...known].filter((name) => name.startsWith("chainkit_"));
  const shown = new Set(inDashboard.flatMap(metricsIn).map(base));
  expect(own.filter((name) => !shown.has(name))).toEqual([]);
  const labels = [...inDashboard, ...inRules].flatMap((text) => [
    ...text.matchAll(/by \(([^)]+)\)|\{(\w+)=/g),
  ]);
  const names = labels.flatMap(([, list, single]) => (list ?? single ?? "").split(", "));
  const real = new Set([...metrics.matchAll(/[{,](\w+)="/g)].map(([, label = ""]) => label));
  expect(names.filter((name) => !real.has(name))).toEqual([]);
});
