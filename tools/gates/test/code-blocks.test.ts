import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startMock } from "@chainkit/mock";
import { bundleSpec, listAreas, repositoryRoot } from "@chainkit/spec";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readmeBlocks, samples } from "../src/code-blocks.ts";
import { createConsumer } from "../src/consumer.ts";
import { run } from "../src/run.ts";

const tsc = join(repositoryRoot, "node_modules/.bin/tsc");
const strict = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022"];

let consumer: Awaited<ReturnType<typeof createConsumer>>;
let mock: Awaited<ReturnType<typeof startMock>>;
beforeAll(async () => {
  [consumer, mock] = await Promise.all([createConsumer(), startMock()]);
});
afterAll(() => Promise.all([consumer?.remove(), mock?.close()]));

async function write(name: string, code: string): Promise<string> {
  const file = join(consumer.folder, `${name.replaceAll(/[^\w-]/g, "-")}.mts`);
  await writeFile(file, code.replaceAll("http://127.0.0.1:4010", mock.url));
  return file;
}

describe("code that readers are shown", async () => {
  const [shown, operations] = await Promise.all([readmeBlocks(), samples()]);

  it("compiles against the packed packages", async () => {
    const files = await Promise.all(
      [...shown, ...operations].map(({ name, code }) => write(`check ${name}`, code)),
    );
    expect(files.length).toBeGreaterThan(operations.length);
    const { output } = await run(tsc, [...strict, ...files], { cwd: consumer.folder });
    expect(output).toBe("");
  });

  it("includes a sample of every operation", async () => {
    const documents = await Promise.all((await listAreas()).map(({ file }) => bundleSpec(file)));
    const ids = documents
      .flatMap(({ paths }) => Object.values(paths ?? {}))
      .flatMap((item) => Object.values(item as object))
      .flatMap((operation) => operation.operationId ?? []);
    expect(operations.map(({ name }) => name).sort()).toEqual(ids.sort());
  });

  it.each(operations)("the sample of $name runs and prints", async ({ name, code }) => {
    const { code: exit, output } = await run(process.execPath, [await write(`run ${name}`, code)]);
    expect(output).not.toMatch(/undefined|Error/);
    expect({ exit, printed: output.trim() !== "" }).toEqual({ exit: 0, printed: true });
  });

  it("is refused when it is wrong", async () => {
    const file = await write(
      "wrong",
      operations[0]?.code.replace(/await \w+\.\w+/, "await x.y") ?? "",
    );
    const { code } = await run(tsc, [...strict, file], { cwd: consumer.folder });
    expect(code).not.toBe(0);
  });
});
