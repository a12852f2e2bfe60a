import { type Browser, chromium as browsers, type Page, type Request } from "playwright-core";
import { afterAll } from "vitest";
import { useExtras } from "../../../tools/repo/src/extras/index.ts";

const { default: chromium } = (await useExtras("browser")).load<{
  default: { args: readonly string[]; executablePath(): Promise<string> };
}>("@sparticuz/chromium");

/** A page, and what it should not have done. */
export interface Watched {
  readonly page: Page;
  /** What it asked other hosts for; only this machine is reached. */
  readonly strangers: string[];
  /** Errors and warnings on its console, and exceptions that nobody caught. */
  readonly complaints: string[];
}

/** How a reader sees a page. */
export interface Reader {
  readonly colorScheme?: "light" | "dark";
  readonly width?: number;
  /** The origin of the site; everything else is another host. Files are always allowed. */
  readonly origin?: string;
}

const DESKTOP = { width: 1280, height: 900 };

/** Starts a headless Chromium. */
export async function startBrowser(): Promise<Browser> {
  // One process for all pages would end with the first page that is closed, and readers have CORS.
  const unwanted = ["--single-process", "--disable-web-security"];
  const args = chromium.args.filter((argument) => !unwanted.includes(argument));
  return browsers.launch({
    executablePath: await chromium.executablePath(),
    args: [
      ...args,
      "--disable-background-networking",
      // Nobody sees the pages: a GPU in software would take a quarter of the processor time.
      "--disable-gpu",
      // Unlike an interception of each request, leaves the browser its cache, of compiled scripts too.
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    ],
    headless: true,
  });
}

let lent: Promise<Browser> | undefined;

/**
 * Returns the Chromium that the test files of a worker share, if these are not isolated: it ends with the worker. The pages
 * of a file are closed after its tests.
 */
export async function useBrowser(): Promise<Browser> {
  lent ??= startBrowser();
  const browser = await lent;
  afterAll(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  });
  return browser;
}

/** Opens an empty page, of which all requests are watched. */
export async function openPage(browser: Browser, reader: Reader = {}): Promise<Watched> {
  const { colorScheme = "light", width = DESKTOP.width, origin = "file://" } = reader;
  const viewport = { ...DESKTOP, width };
  const context = await browser.newContext({ colorScheme, viewport });
  const page = await context.newPage();
  const strangers: string[] = [];
  const complaints: string[] = [];
  const watch = (request: Request) => {
    const url = request.url();
    // What the page's own policy refuses is not asked for.
    const isRefused = request.failure()?.errorText === "csp";
    if (!isRefused && !url.startsWith(origin) && !/^(file|data|blob):/.test(url)) {
      strangers.push(url);
    }
  };
  page.on("requestfailed", watch);
  page.on("requestfinished", watch);
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) {
      complaints.push(message.text());
    }
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return { page, strangers, complaints };
}

/** Makes a page as a new one: empty, with nothing that the site has stored. What the browser has compiled stays. */
export async function forget(page: Page, origin: string): Promise<void> {
  await page.goto("about:blank");
  await page.unrouteAll();
  await page.setViewportSize(DESKTOP);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Storage.clearDataForOrigin", { origin, storageTypes: "local_storage" });
  await devTools.detach();
}
