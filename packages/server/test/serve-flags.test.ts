import { join } from "node:path";
import { expect, test } from "vitest";
import { startServe } from "./support/command.ts";
import { fakeProvider } from "./support/provider.ts";
import { temporaryFolder } from "./support/support.ts";

/** Loaded before the program: prints the flags that it sets. V8 tells nobody which it has. */
const PRINTING = `
  import v8 from "node:v8";
  import { syncBuiltinESMExports } from "node:module";
  v8.setFlagsFromString = (flag) => console.error("V8 flag " + flag);
  syncBuiltinESMExports();
`;

test("only a process that follows a chain collects its garbage without helping threads", async () => {
  const provider = await fakeProvider(() => ({ result: null }), { chainId: 1, head: "0x0" });
  const own = ["--data", join(temporaryFolder(), "data")];
  const preload = `--import data:text/javascript,${encodeURIComponent(PRINTING)}`;
  const env = { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} ${preload}` };
  const following = await startServe(["--chain", `ethereum=${provider.url}`, ...own], env);
  expect(following.output()).toContain("V8 flag --no-parallel-scavenge");
  following.child.kill("SIGTERM");
  await following.code;

  const serving = await startServe(own, env);
  expect(serving.output()).not.toContain("V8 flag");
});
