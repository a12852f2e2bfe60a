import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { listenAt } from "@chainkit/command";
import { repositoryRoot } from "@chainkit/spec";
import { judge } from "../../../../../packages/runtime/test/vectors/judge.ts";
import { serveVectors } from "../../../../../packages/runtime/test/vectors/server.ts";
import type { Outcome, Vector } from "../../../../../packages/runtime/test/vectors/vector.ts";

const folder = join(repositoryRoot, "packages/runtime/vectors");
const read = async (name: string) => JSON.parse(await readFile(join(folder, name), "utf8"));

/** Server of the test vectors, which also collects the outcomes of a runtime. */
export interface Plan {
  /** `GET /` is a blank page, `GET /plan` the vectors; outcomes are sent to `POST /outcomes`. */
  readonly url: string;
  /** Resolves with the failures, once the outcomes have been received. */
  readonly failures: Promise<string[]>;
  /** Number of vectors. */
  readonly count: number;
  close(): Promise<void>;
}

/** Starts new servers for all vectors, for one runtime. */
export async function servePlan(): Promise<Plan> {
  const names = (await readdir(folder)).filter((name) => /(?<!operations)\.json$/.test(name));
  const subjects = await Promise.all(
    names.map(async (name) => {
      const vectors: Vector[] = await read(name);
      return { name, vectors, server: await serveVectors(vectors) };
    }),
  );
  const plan = JSON.stringify({
    operations: await read("operations.json"),
    subjects: subjects.map(({ vectors, server }) => ({ vectors, url: server.url })),
  });
  const received = Promise.withResolvers<Outcome[][]>();
  const control = createServer(async (request, response) => {
    if (request.url === "/outcomes") {
      let text = "";
      for await (const chunk of request) {
        text += chunk;
      }
      received.resolve(JSON.parse(text));
    }
    const isPlan = request.url === "/plan";
    response.setHeader("content-type", isPlan ? "application/json" : "text/html");
    response.end(isPlan ? plan : "<!doctype html><title>vectors</title>");
  });
  const { url, close } = await listenAt(control);
  const failures = received.promise.then((outcomes) =>
    subjects.flatMap(({ name, vectors, server }, s) =>
      vectors.flatMap((vector, v) => {
        const outcome = outcomes[s]?.[v];
        const wrong = outcome
          ? judge(vector, outcome, server.received[v] ?? [])
          : ["the runtime brought no outcome"];
        return wrong.map((what) => `${name}, ${vector.name}: ${what}`);
      }),
    ),
  );
  return {
    url,
    failures,
    count: subjects.reduce((sum, { vectors }) => sum + vectors.length, 0),
    async close() {
      await Promise.all([close(), ...subjects.map(({ server }) => server.close())]);
    },
  };
}
