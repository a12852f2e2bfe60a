import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { useExtras } from "../../src/extras/index.ts";
import { bundle } from "../../src/gates/bundle.ts";

interface Diagnostic {
  readonly message: string;
}

interface ComposeLinter {
  lintFiles(
    paths: readonly string[],
    isRecursive: boolean,
  ): { readonly messages: readonly (Diagnostic & { readonly rule: string })[] }[];
}

/** What the editor of GitHub says about workflows, contexts and functions of their expressions included. */
interface WorkflowLinter {
  validate(document: { readonly uri: string; getText(): string }): Promise<Diagnostic[]>;
}

const linters = await useExtras("linters");
const { DCLinter } = linters.load<{ DCLinter: new (config: object) => ComposeLinter }>("dclint");
const dockerfiles = linters.load<{ validate(text: string): Diagnostic[] }>("dockerfile-utils");

let workflows: WorkflowLinter;
beforeAll(async () => {
  // It imports JSON in a way that Node does not.
  const code = await bundle('export * from "@actions/languageservice"', linters.folder);
  workflows = await import(`data:text/javascript,${encodeURIComponent(code)}`);
});

let documents = 0;
async function lintWorkflow(text: string, file: string): Promise<readonly Diagnostic[]> {
  // It remembers documents by their address.
  documents += 1;
  return workflows.validate({ uri: `file:///${documents}/${file}`, getText: () => text });
}

/** Only the JSON schema of the Compose Specification is used; the rest is style. */
async function lintCompose(text: string): Promise<readonly Diagnostic[]> {
  const folder = await mkdtemp(join(tmpdir(), "chainkit-compose-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "compose.yaml");
  await writeFile(path, text);
  const [{ messages } = { messages: [] }] = new DCLinter({ rules: {} }).lintFiles([path], false);
  return messages.filter(({ rule }) => rule.startsWith("invalid-"));
}

const WORKFLOWS = ".github/workflows";
const ACTION = ".github/actions/setup/action.yml";
const IMAGE = "packages/server/docker";
const COMPOSE = ["compose.database.yaml", "compose.monitoring.yaml", "compose.yaml"];
const linterOf = (file: string) =>
  file.startsWith(".github")
    ? lintWorkflow
    : file.endsWith("Dockerfile")
      ? dockerfiles.validate
      : lintCompose;
const names = await readdir(join(repositoryRoot, WORKFLOWS));
const read = (file: string) => readFile(join(repositoryRoot, file), "utf8");

it.each([
  ...names.map((name) => `${WORKFLOWS}/${name}`),
  ACTION,
  ...["Dockerfile", ...COMPOSE].map((name) => `${IMAGE}/${name}`),
])("%s has no fault", async (file) => {
  expect(await linterOf(file)(await read(file), file)).toEqual([]);
});

it.each([
  [`${WORKFLOWS}/ci.yml`, "matrix.shard", "matrix.shart", /might be invalid: shart/],
  [`${WORKFLOWS}/ci.yml`, "runs-on:", "run-on:", /Unexpected value 'run-on'/],
  [ACTION, "using:", "uses:", /using/],
  [`${IMAGE}/Dockerfile`, "--from=build", "--form=build", /Unknown flag: form/],
  [`${IMAGE}/compose.yaml`, "cap_drop:", "cap_drops:", /ComposeValidationError/],
])("in %s, %s written as %s is found", async (file, right, wrong, message) => {
  const found = await linterOf(file)((await read(file)).replace(right, wrong), file);
  expect(found.map((each) => each.message).join()).toMatch(message);
});

interface Monitoring {
  readonly name: string;
  readonly services: Readonly<
    Record<string, { readonly volumes?: string[]; readonly environment?: Record<string, string> }>
  >;
}

it("monitoring mounts files that exist, and names what the database file starts", async () => {
  expect(
    (await readdir(join(repositoryRoot, IMAGE))).filter((name) => name.startsWith("compose.")),
  ).toEqual(COMPOSE);
  const monitoring: Monitoring = parse(await read(`${IMAGE}/compose.monitoring.yaml`), {
    merge: true,
  });
  const database: Monitoring = parse(await read(`${IMAGE}/compose.database.yaml`), { merge: true });
  expect(monitoring.name).toBe(database.name);
  for (const service of Object.keys(database.services)) {
    expect(monitoring.services[service]?.environment?.CHAINKIT_DATABASE).toMatch(/@postgres\//);
  }
  const mounts = Object.values(monitoring.services).flatMap(({ volumes = [] }) => volumes);
  const sources = mounts.map((mount) => mount.split(":")[0] ?? "");
  const mounted = sources.filter((source) => source.startsWith("."));
  expect(mounted).toHaveLength(5);
  expect(mounted.filter((source) => !existsSync(join(repositoryRoot, IMAGE, source)))).toEqual([]);
  const prometheus = parse(await read("packages/server/monitoring/prometheus.yaml"));
  const [{ names, port }] = prometheus.scrape_configs[0].dns_sd_configs;
  expect(names.every((name: string) => name in database.services)).toBe(true);
  expect(await read(`${IMAGE}/Dockerfile`)).toContain(`CHAINKIT_PORT=${port}`);
  const grafana = parse(await read("packages/server/monitoring/grafana/datasource.yaml"));
  const { hostname } = new URL(grafana.datasources[0].url);
  expect(monitoring.services).toHaveProperty(hostname);
});
