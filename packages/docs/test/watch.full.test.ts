import { mkdir, mkdtemp, readdir, readFile, rm, rmdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { watchDocs } from "../src/watch.ts";
import { watchFolders } from "../src/watch-folders.ts";
import { openPage, useBrowser } from "./browser.ts";
import { writeSmallSources } from "./site.ts";

const problems: (string | undefined)[] = [];
const sources = await writeSmallSources();
afterAll(sources.remove);
const docs = await watchDocs(sources, (problem) => problems.push(problem?.message));
afterAll(docs.close);
const browser = await useBrowser();

async function edit(file: string, change: (text: string) => string): Promise<void> {
  await writeFile(file, change(await readFile(file, "utf8")));
}

test("the catalogue of what scripts add: the search, the settings and the console", async () => {
  const { page } = await openPage(browser, { origin: docs.url });
  const texts: string[] = [];
  const add = async (name: string, selector: string) => {
    const all = await page.locator(selector).all();
    const markup = await Promise.all(all.map((each) => each.evaluate((own) => own.outerHTML)));
    const lines = markup.join("").replaceAll(/(?<=>)(?=<[^/])/g, "\n");
    // Results are numbered on, as each letter brings new ones.
    texts.push(`## ${name}\n\n${lines.replaceAll(/found-\d+/g, "found-(number)")}\n`);
  };
  await page.goto(`${docs.url}/operations/putFourth.html`);
  await page.keyboard.press("Control+k");
  // Words of one area or error: results of others change with the guides.
  for (const query of ["expectatoin", "getfourth wei", "fourth"]) {
    await page.getByRole("combobox").fill(query);
    await page.locator(".results mark").first().waitFor();
    await add(query, query === "fourth" ? "dialog" : "#found, .finder [role=status]");
  }
  await page.keyboard.press("Escape");
  await add("console", "#try");
  const headers = { "access-control-allow-origin": "*" };
  const answers = [{}, { a: [-1.5, null, '"{'] }];
  await page.route("**/fourth/*", (route) => {
    const sent = route.request();
    const { authorization, x, "content-type": type } = sent.headers();
    texts.push([sent.method(), sent.url(), authorization, x, type, sent.postData()].join(" "));
    return route.fulfill({ headers, json: answers.shift() });
  });
  await page.getByLabel("Send the token").check();
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("-1.5").waitFor();
  await add("response", "#examples");
  await page.getByRole("button", { name: "Settings" }).click();
  await add("settings", "dialog.settings");
  await expect(texts.join("\n")).toMatchFileSnapshot("catalogue/scripts.txt");
  await page.context().close();
});

test("an open page follows the guide and the spec that it shows", async () => {
  // The headers come before any event.
  const signal = AbortSignal.timeout(5_000);
  expect((await fetch(`${docs.url}/reload-events`, { signal })).status).toBe(200);
  const { page, complaints } = await openPage(browser, { origin: docs.url });
  await page.goto(`${docs.url}/guides/tracing.html`);
  await edit(join(sources.guides, "tracing.md"), (text) => `${text}\n## Newly written\n`);
  await page.getByRole("heading", { name: "Newly written" }).waitFor();

  await page.goto(`${docs.url}/fourth.html#putfourth`);
  await page.getByRole("heading", { name: "Put a fourth" }).waitFor();
  await edit(join(sources.spec, "fourth.yaml"), (text) =>
    text.replace("Put a fourth", "Put it anew"),
  );
  await page.getByRole("heading", { name: "Put it anew" }).waitFor();
  expect(complaints).toEqual([]);
});

test("a port in use is refused before anything is built", async () => {
  const port = Number(new URL(docs.url).port);
  const spec = join(sources.spec, "no-such-folder");
  await expect(watchDocs({ ...sources, spec, port }, () => {})).rejects.toMatchObject({
    code: "EADDRINUSE",
  });
  await expect(watchDocs({ ...sources, spec }, () => {})).rejects.toMatchObject({ code: "ENOENT" });
});

test("a faulty spec is told, and the last good site stays", async () => {
  const file = join(sources.spec, "fourth.yaml");
  const good = await readFile(file, "utf8");
  problems.length = 0;
  await writeFile(file, "openapi: [");
  await expect.poll(() => problems).toContainEqual(expect.stringContaining("fourth.yaml"));
  const response = await fetch(`${docs.url}/fourth.html`);
  expect(await response.text()).toContain("Put it anew");
  problems.length = 0;
  await writeFile(file, good);
  await expect.poll(() => problems).toContainEqual(undefined);
});

test("ends after the rebuild in progress, and leaves nothing behind", async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("TMPDIR", await mkdtemp(join(tmpdir(), "chainkit-watch-")));
  const built: unknown[] = [];
  const own = await watchDocs(sources, (problem) => built.push(problem));
  // Long enough that it is not built at once, however fast the machine is.
  const long = "Written last.\n\n".repeat(20_000);
  await edit(join(sources.guides, "tracing.md"), (text) => `${text}\n${long}`);
  await setTimeout(200);
  expect(built).toEqual([]);
  await own.close();
  expect(built).toEqual([undefined]);
  expect(await readdir(tmpdir())).toEqual([]);
  await rmdir(tmpdir());
});

test("a folder is followed that goes and comes back", async () => {
  const root = await mkdtemp(join(tmpdir(), "docs-folders-"));
  const seen: string[] = [];
  const stop = watchFolders([root], async (paths) => void seen.push(...paths));
  for (const name of ["first.md", "second.md"]) {
    await mkdir(join(root, "a/b"), { recursive: true });
    await setTimeout(100);
    await writeFile(join(root, "a/b", name), "");
    await expect.poll(() => seen).toContain(join(root, "a/b", name));
    await rm(join(root, "a"), { recursive: true });
    await setTimeout(100);
  }
  await stop();
  await rmdir(root);
});
