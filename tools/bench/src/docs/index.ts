import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { serveDocs, serveFolder } from "@chainkit/docs";
import { startDev } from "@chainkit/server";
import { bundleSpec, specFolder } from "@chainkit/spec";
import type { Browser } from "playwright-core";
import { type Figure, median, shown } from "../figures.ts";
import { defineMode } from "../mode.ts";
import { startChromium, type Visit, visit } from "./visit.ts";

const AREA = "address-data";

/**
 * Pages that are compared, with the most bytes that they may have, to those of the plain page. The fonts are 0.075 of
 * them, and arrive after the text is shown.
 */
const PAGES = [
  { name: "quick start", path: "guides/quick-start.html", most: 0.12 },
  { name: "operation", path: "operations/getErc20Balances.html", most: 0.12 },
  { name: "reference", path: `${AREA}.html`, most: 1.1 },
  {
    name: "reference, after that of another area",
    path: `${AREA}.html`,
    before: "chain-data.html",
    most: 0.1,
  },
] as const;
const PLAIN = "`redocly build-docs`";

/** Largest contentful paint of the explorer, in milliseconds, with a local chain. */
const MAX_EXPLORER_PAINT = 1_500;

interface Resources {
  readonly quick: boolean;
  readonly browser: Browser;
}

/** Pages of the docs in Chromium, compared with the page that Redocly makes of the same document; and the explorer. */
export const mode = defineMode<Resources>({
  measures: { pages, explorer },
  open: async ({ quick }) => ({ quick, browser: await startChromium() }),
  close: ({ browser }) => browser.close(),
});

/** Visits all pages in turn. If quick: once, without throttling. */
async function pages({ quick, browser }: Resources): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "chainkit-bench-docs-"));
  const servers = [await serveDocs()];
  try {
    await buildPlain(folder);
    servers.push(await serveFolder(folder, {}));
    const [own = "", plain = ""] = servers.map(({ url }) => url);
    const visited = [
      ...PAGES.map(({ name, path, ...page }) => ({
        name: name as string,
        url: `${own}/${path}`,
        before: "before" in page ? `${own}/${page.before}` : undefined,
      })),
      { name: PLAIN, url: `${plain}/`, before: undefined },
    ];
    const visits = new Map<string, Visit[]>(visited.map(({ name }) => [name, []]));
    for (let round = 0; round < (quick ? 1 : 5); round++) {
      for (const { name, url, before } of visited) {
        console.error(`visiting ${name} …`);
        visits.get(name)?.push(await visit(browser, url, { before, throttled: !quick }));
      }
    }
    const medianOf = (name: string, figure: (visit: Visit) => number) =>
      median((visits.get(name) ?? []).map(figure));
    return PAGES.flatMap(({ name, most }) => {
      const compare = (what: string, figure: (visit: Visit) => number, unit: string) => {
        const [ours, other] = [medianOf(name, figure), medianOf(PLAIN, figure)];
        return {
          what: `${what}, ${name}`,
          ratio: ours / other,
          values: { ours, plain: other },
          text: `${shown(ours)} to ${shown(other)} ${unit}`,
        };
      };
      const bytes = compare("bytes", (each) => each.bytes / 1000, "kB");
      const what = `${bytes.what}: at most ${most} × ${PLAIN}: ${shown(bytes.ratio)}`;
      return [
        { ...bytes, aim: { what, met: bytes.ratio <= most } },
        compare("first paint", (each) => each.firstPaint, "ms"),
      ];
    });
  } finally {
    await Promise.all(servers.map((server) => server.close()));
    await rm(folder, { recursive: true });
  }
}

/** Visits the home of the explorer, which the service serves with the newest blocks of a local chain. */
async function explorer({ quick, browser }: Resources): Promise<Figure[]> {
  const service = await startDev();
  try {
    const paints: number[] = [];
    for (let round = 0; round < (quick ? 1 : 5); round++) {
      console.error("visiting explorer …");
      const { largestPaint } = await visit(browser, service.explorerUrl, { throttled: !quick });
      paints.push(largestPaint);
    }
    const largest = median(paints);
    return [
      {
        what: "largest paint, explorer",
        ratio: null,
        values: { ours: largest },
        text: `${shown(largest)} ms`,
        aim: {
          what: `largest paint, explorer: at most ${shown(MAX_EXPLORER_PAINT)} ms: ${shown(largest)}`,
          met: largest <= MAX_EXPLORER_PAINT,
        },
      },
    ];
  } finally {
    await service.stop();
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
