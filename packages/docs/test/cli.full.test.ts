import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { repositoryRoot } from "@chainkit/spec";
import { expect, onTestFinished, test } from "vitest";
import { runScript } from "../../server/test/support/command.ts";

const start = (path: string, ...args: string[]) =>
  runScript(fileURLToPath(new URL(path, import.meta.url)), args);

test("serves until it is interrupted, at a free port if the default one is in use, and exits with 0", async () => {
  // Another program that holds the port does as well.
  const holder = createServer().on("error", () => {});
  holder.listen(8080, "127.0.0.1");
  const { child, output, code, until } = start("../src/cli.ts");
  const [, url = ""] = await until(/(http:\S+)[\s\S]*Ctrl-C/);
  expect(output()).toContain("Port 8080 is in use");
  expect(new URL(url).port).not.toBe("8080");
  const response = await fetch(url);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain("chainkit");
  child.kill("SIGINT");
  expect(await code).toBe(0);
  await expect(fetch(url)).rejects.toThrow();
  holder.close();
});

test("chainkit-docs writes a site, and says how many pages it has", async () => {
  const folder = await mkdtemp(join(tmpdir(), "docs-built-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const museum = join(repositoryRoot, "packages/openapi/test/documents/museum.yaml");
  const named = { spec: museum, out: folder, title: "Art", url: "https://art.test" };
  const options = Object.entries(named).flatMap(([name, value]) => [`--${name}`, value]);
  const { output, code } = start("../src/documents/cli.ts", "build", ...options);
  expect(await code).toBe(0);
  const pages = (await readdir(folder, { recursive: true })).filter((path) => /html$/.test(path));
  expect(output()).toBe(`wrote ${pages.length} pages to ${folder}\n`);
  const index = await readFile(join(folder, "index.html"), "utf8");
  expect(index).toContain("<title>Art</title>");
  expect(index).toContain('<link rel="canonical" href="https://art.test/">');
  expect(await readdir(join(folder, "assets"))).toContain("geist-latin-wght-normal.woff2");
});
