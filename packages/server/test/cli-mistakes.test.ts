import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { finished } from "./support/command.ts";
import { temporaryFolder } from "./support/support.ts";

test("a port that is in use is named with the option that changes it", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  expect(await finished(["dev", "--port", String(port)])).toMatchObject({
    code: 1,
    output: expect.stringContaining(
      `address already in use 127.0.0.1:${port}; pass another --port, or 0 for a free one`,
    ),
  });
});

test.each(["status", "token list", "token revoke ck_1", "subgraph list"])(
  "%s creates no folder",
  async (command) => {
    const data = join(temporaryFolder(), "typo");
    expect(await finished([...command.split(" "), "--data", data])).toMatchObject({
      code: 1,
      output: expect.stringContaining(`--data: folder ${data} does not exist`),
    });
    expect(existsSync(data)).toBe(false);
  },
);

test.each([
  // Linux allows no folder there, and Node never returns from creating one with `recursive`.
  ...(existsSync("/proc/self") ? ["/proc/x/data"] : []),
  join(import.meta.filename, "data"),
  import.meta.filename,
])("a data folder that cannot be created is named: %s", async (data) => {
  expect(await finished(["token", "create", "x", "--data", data])).toMatchObject({
    code: 1,
    output: expect.stringContaining(`--data: folder ${data} cannot be created: `),
  });
});

test.each(["a/b/c", "a/", "./a/../b"])(
  "a data folder is created with its parents: %s",
  async (name) => {
    const data = `${temporaryFolder()}/${name}`;
    expect((await finished(["token", "create", "x", "--data", data])).code).toBe(0);
    expect(existsSync(join(data, "management.sqlite"))).toBe(true);
  },
);
