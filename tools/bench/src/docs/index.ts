import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { serveDocs, serveFolder } from "@chainkit/docs";
import { bundleSpec, specFolder } from "@chainkit/spec";
import { record } from "../record.ts";
import { markdown } from "../service/report.ts";
import { startChromium, type Visit, visit } from "./visit.ts";

const AREA = "address-data";

/** The pages that are compared, by name; the last is what the others are compared with. */
const PAGES = [
  { name: "quick start", path: "guides/quick-start.html" },
  { name: "operation", path: "operations/getErc20Balances.html" },
  { name: "reference", path: `${AREA}.html` },
  {
    name: "reference, after that of another area",
    path: `${AREA}.html`,
    before: "chain-data.html",
  },
] as const;
const PLAIN = "`redocly build-docs`";

/** Options of the measurement. */
export interface DocsOptions {
  /** One visit per page, without throttling. */
  readonly quick: boolean;
  readonly json: boolean;
  readonly record: boolean;
}

/** Measures pages of the docs in Chromium, and the page that Redocly makes of the same document. */
export async function measureDocs({ quick, json, record: isRecorded }: DocsOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "chainkit-bench-docs-"));
  const browser = await startChromium();
  const servers = [await serveDocs()];
  try {
    await buildPlain(folder);
    servers.push(await serveFolder(folder, {}));
    const [own = "", plain = ""] = servers.map(({ url }) => url);
    const pages = [
      ...PAGES.map((page) => ({
        name: page.name as string,
        url: `${own}/${page.path}`,
        before: "before" in page ? `${own}/${page.before}` : undefined,
      })),
      { name: PLAIN, url: `${plain}/`, before: undefined },
    ];
    const visits = new Map<string, Visit[]>(pages.map(({ name }) => [name, []]));
    for (let round = 0; round < (quick ? 1 : 5); round++) {
      for (const { name, url, before } of pages) {
        console.error(`visiting ${name} …`);
        visits.get(name)?.push(await visit(browser, url, { before, throttled: !quick }));
      }
    }
    const figures = new Map([...visits].map(([name, all]) => [name, medianVisit(all)]));
    console.log(json ? JSON.stringify(Object.fromEntries(figures)) : table(figures));
    if (isRecorded) {
      console.log((await record("docs", bars(figures))).join("\n"));
    }
  } finally {
    await Promise.all([browser.close(), ...servers.map((server) => server.close())]);
    await rm(folder, { recursive: true });
  }
}

/** Builds the page of an area as Redocly does without options but the one that keeps Redoc local. */
async function buildPlain(folder: string): Promise<void> {
  const redocly = join(
    dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")),
    "bin/cli.js",
  );
  const document = await bundleSpec(join(specFolder, `${AREA}.yaml`));
  await writeFile(join(folder, "api.json"), JSON.stringify(document));
  await promisify(execFile)(
    process.execPath,
    [redocly, "build-docs", "api.json", "--output", "index.html", "--inlineBundle"],
    {
      cwd: folder,
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    },
  );
  const page = await readFile(join(folder, "index.html"));
  await writeFile(join(folder, "index.html.gz"), await promisify(gzip)(page, { level: 9 }));
}

function medianVisit(visits: readonly Visit[]): Visit {
  const median = (figure: (visit: Visit) => number) =>
    visits.map(figure).sort((a, b) => a - b)[Math.floor(visits.length / 2)] ?? Number.NaN;
  return {
    bytes: median(({ bytes }) => bytes),
    requests: median(({ requests }) => requests),
    firstPaint: median(({ firstPaint }) => firstPaint),
  };
}

/** Ratios to the plain page, whose own row has the figures. */
function table(figures: ReadonlyMap<string, Visit>): string {
  const plain = figures.get(PLAIN) as Visit;
  const rows = [...figures]
    .filter(([name]) => name !== PLAIN)
    .map(([name, { bytes, requests, firstPaint }]) => [
      name,
      (bytes / plain.bytes).toFixed(2),
      String(requests),
      (firstPaint / plain.firstPaint).toFixed(2),
    ]);
  const { bytes, requests, firstPaint } = plain;
  return markdown([
    ["", "bytes", "requests", "first paint"],
    ...rows,
    [
      `1.00 (${PLAIN}) is`,
      `${Math.round(bytes / 1000).toLocaleString("en")} kB`,
      String(requests),
      `${(firstPaint / 1000).toFixed(1)} s`,
    ],
  ]);
}

function bars(figures: ReadonlyMap<string, Visit>) {
  const plain = figures.get(PLAIN) as Visit;
  return [...figures]
    .filter(([name]) => name !== PLAIN)
    .flatMap(([name, { bytes, firstPaint }]) => [
      { label: `bytes, ${name}`, ratio: bytes / plain.bytes },
      { label: `first paint, ${name}`, ratio: firstPaint / plain.firstPaint },
    ]);
}
