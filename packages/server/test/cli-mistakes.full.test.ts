import { existsSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { finished, startServe } from "./support/command.ts";
import { call } from "./support/in-process.ts";
import { temporaryFolder } from "./support/support.ts";

const SERVE = ["serve", "--port", "0", "--chain", "ethereum=http://127.0.0.1:1"];

test.each(["192.0.2.1", "host.invalid"])("--host %s is what to change", async (host) => {
  const { code, output } = await finished([...SERVE, "--host", host, "--data", temporaryFolder()]);
  expect(output).toContain("; pass an address of this machine as --host");
  expect(code).toBe(1);
});

test.each([
  // Linux allows no folder there, and Node never returns from creating one with `recursive`.
  ...(existsSync("/proc/self") ? ["/proc/x/data"] : []),
  join(import.meta.filename, "data"),
  import.meta.filename,
])("a data folder that cannot be created is named: %s", async (data) => {
  expect(await call(["token", "create", "x", "--data", data])).toMatchObject({
    code: 1,
    output: expect.stringContaining(`--data: folder ${data} cannot be created: `),
  });
});

test.each(["a/b/c", "a/", "./a/../b"])(
  "a data folder is created with its parents: %s",
  async (name) => {
    const data = `${temporaryFolder()}/${name}`;
    expect((await call(["token", "create", "x", "--data", data])).code).toBe(0);
    expect(existsSync(join(data, "management.sqlite"))).toBe(true);
  },
);

test("serves on IPv6, with or without brackets", async (context) => {
  const addresses = Object.values(networkInterfaces()).flat();
  context.skip(!addresses.some((each) => each?.address === "::1"), "this machine has no IPv6");
  const own = ["--data", temporaryFolder(), "--chain", "ethereum=http://127.0.0.1:1"];
  const { url } = await startServe([...own, "--host", "[::1]"]);
  expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});
