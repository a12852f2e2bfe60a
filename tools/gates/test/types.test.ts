import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { useExtras } from "@chainkit/extras";
import { repositoryRoot } from "@chainkit/spec";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createConsumer } from "../src/consumer.ts";
import { run } from "../src/run.ts";

const files = ["calls.ts", "errors.ts"];
let consumer: Awaited<ReturnType<typeof createConsumer>>;
beforeAll(async () => {
  consumer = await createConsumer(inject("packedModules"));
  await cp(fileURLToPath(new URL("../consumers", import.meta.url)), consumer.folder, {
    recursive: true,
  });
});
afterAll(() => consumer?.remove());

const extras = await useExtras("compilers");
const own = (version: string) => extras.path(`typescript-${version}`, "bin", "tsc");
const compilers = [
  ["5.4", own("5.4")],
  ["5.9", own("5.9")],
  ["6", own("6")],
  ["7", join(repositoryRoot, "node_modules/typescript/bin/tsc")],
] as const;

describe.each(compilers)("TypeScript %s", (_, compiler) => {
  it.each([
    ["node16", "node16"],
    ["esnext", "bundler"],
  ])("module %s, resolution %s", async (module, resolution) => {
    const options = ["--noEmit", "--strict", "--exactOptionalPropertyTypes"];
    const target = ["--target", "es2022", "--module", module, "--moduleResolution", resolution];
    const { output } = await run(process.execPath, [compiler, ...options, ...target, ...files], {
      cwd: consumer.folder,
    });
    expect(output).toBe("");
  });
});
