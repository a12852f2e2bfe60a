import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { useExtras } from "../../src/extras/index.ts";
import { imageFolder } from "../../src/gates/image.ts";

interface LintMessage {
  readonly rule: string;
  readonly message: string;
}

/** A linter, of which only the JSON schema of the Compose Specification is used; the rest is style. */
interface Linter {
  lintFiles(paths: readonly string[], isRecursive: boolean): { messages: LintMessage[] }[];
}

const linters = await useExtras("linters");
const { DCLinter } = linters.load<{ DCLinter: new (config: object) => Linter }>("dclint");

function violations(path: string): string[] {
  const [{ messages } = { messages: [] }] = new DCLinter({ rules: {} }).lintFiles([path], false);
  return messages.filter(({ rule }) => rule.startsWith("invalid-")).map(({ message }) => message);
}

const read = (name: string) => readFile(join(imageFolder, name), "utf8");
const files = (await readdir(imageFolder)).filter((name) => name.startsWith("compose."));

it("there is a file for the folder, the database and monitoring", () => {
  expect(files).toEqual(["compose.database.yaml", "compose.monitoring.yaml", "compose.yaml"]);
});

it.each(files)("%s is valid by the Compose Specification", (name) => {
  expect(violations(join(imageFolder, name))).toEqual([]);
});

it.each([
  ["cap_drop:", "cap_drops:"],
  ["restart: unless-stopped", "restart: [always]"],
])("%s written as %s is found", async (right, wrong) => {
  const folder = await mkdtemp(join(tmpdir(), "chainkit-compose-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "compose.yaml");
  const text = await read("compose.monitoring.yaml");
  await writeFile(path, text.replace(right, wrong));
  expect(violations(path)).toEqual([expect.stringContaining("ComposeValidationError")]);
});

interface Monitoring {
  readonly name: string;
  readonly services: Readonly<
    Record<string, { readonly volumes?: string[]; readonly environment?: Record<string, string> }>
  >;
}

it("monitoring mounts files that exist, and names what the database file starts", async () => {
  const monitoring: Monitoring = parse(await read("compose.monitoring.yaml"), { merge: true });
  const database: Monitoring = parse(await read("compose.database.yaml"), { merge: true });
  expect(monitoring.name).toBe(database.name);
  for (const service of Object.keys(database.services)) {
    expect(monitoring.services[service]?.environment?.CHAINKIT_DATABASE).toMatch(/@postgres\//);
  }
  const mounts = Object.values(monitoring.services).flatMap(({ volumes = [] }) => volumes);
  const sources = mounts.map((mount) => mount.split(":")[0] ?? "");
  const mounted = sources.filter((source) => source.startsWith("."));
  expect(mounted).toHaveLength(5);
  expect(mounted.filter((source) => !existsSync(join(imageFolder, source)))).toEqual([]);
  const prometheus = parse(await read("../monitoring/prometheus.yaml"));
  const [{ names, port }] = prometheus.scrape_configs[0].dns_sd_configs;
  expect(names.every((name: string) => name in database.services)).toBe(true);
  expect(await read("Dockerfile")).toContain(`CHAINKIT_PORT=${port}`);
  const grafana = parse(await read("../monitoring/grafana/datasource.yaml"));
  const { hostname } = new URL(grafana.datasources[0].url);
  expect(monitoring.services).toHaveProperty(hostname);
});
