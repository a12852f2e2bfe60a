import { join } from "node:path";
import { startMock } from "@chainkit/mock";
import { bundleSpec, repositoryRoot } from "@chainkit/spec";
import { beforeAll, describe, expect, test } from "vitest";
import { type Report, runContract } from "../src/index.ts";
import { failureText } from "../src/report/text.ts";
import { loadSpecs } from "../src/spec/load.ts";
import { operationsOf } from "../src/spec/operations.ts";
import { createSpec, type Spec } from "../src/spec/spec.ts";
import { answers, decides } from "./defects/service/defect.ts";
import { problem } from "./reference/answers.ts";
import { runOnReference } from "./reference/run.ts";
import { knownOf } from "./reference/server.ts";
import type { Service } from "./reference/service.ts";

/** Areas without tests of their own. */
const files = {
  "token-prices": join(repositoryRoot, "tools/codegen/test/fixtures/token-prices.yaml"),
  "unheard-of": join(import.meta.dirname, "fixtures/unheard-of.yaml"),
};

const failuresOf = ({ results }: Report) =>
  results.flatMap((each) => (each.failure ? [failureText(each)] : []));

describe.each(Object.entries(files))("an area that nobody wrote a test for: %s", (name, file) => {
  let spec: Spec;
  let document: Record<string, unknown>;
  beforeAll(async () => {
    document = { ...(await bundleSpec(file)) };
    spec = createSpec(name, document, file);
  });

  test("is covered on a mock", async () => {
    const mock = await startMock({ specs: [document] });
    const report = await runContract({ target: mock.url, prism: true, seed: 1 }, [spec]);
    await mock.close();
    expect(failuresOf(report)).toEqual([]);
    expect(report.coverage.missing).toEqual([]);
    const tried = report.results.filter(({ outcome }) => outcome !== "not applicable");
    const kinds = new Set(tried.map(({ operation, kind }) => `${operation} ${kind}`));
    for (const { id } of operationsOf(spec)) {
      for (const kind of ["example", "security", "preferred"]) {
        expect(kinds).toContain(`${id} ${kind}`);
      }
    }
    for (const kind of ["boundary", "negative", "media", "method"]) {
      expect([...kinds].some((each) => each.endsWith(kind))).toBe(true);
    }
  });

  test("is covered on a deployment, with the others", async () => {
    const others = (await loadSpecs()).filter((each) => each.name !== name);
    const specs = [...others, spec];
    const report = await judge(specs);
    expect(failuresOf(report)).toEqual([]);
    expect(report.coverage.missing).toEqual([]);
    const ids = operationsOf(spec).map(({ id }) => id);
    const passed = report.results.filter(({ outcome }) => outcome === "passed");
    expect(new Set(passed.map(({ operation }) => operation))).toEqual(
      new Set(specs.flatMap(operationsOf).map(({ id }) => id)),
    );
    expect(
      passed.some(({ operation, kind }) => kind === "invariant" && ids.includes(operation)),
    ).toBe(true);
  });
});

/** Result of the suite for a reference server with these specs. */
const judge = (specs: readonly Spec[], change?: (service: Service) => void) =>
  runOnReference({ known: knownOf(specs) }, change, specs);

describe("defects of a deployment are found", () => {
  let spec: Spec;
  beforeAll(async () => {
    spec = createSpec(
      "unheard-of",
      { ...(await bundleSpec(files["unheard-of"])) },
      files["unheard-of"],
    );
  });

  const seeded: [title: string, RegExp, change: (service: Service) => void][] = [
    [
      "kept for an hour",
      /^getPool \/ invariant \/ a response that the next block may change .* 60 s$/,
      answers("getPool", (a, { query }) => {
        const seconds = query.has("fields") ? 3600 : 60;
        return { ...a, headers: { ...a.headers, "cache-control": `max-age=${seconds}` } };
      }),
    ],
    ["open to all", /^(put|delete)Pool \/ security/, decides("admits", () => true)],
    [
      "a record lost",
      /^listPools \/ invariant \/ every limit/,
      decides("encodeCursor", (own, call, offset) => own(call, offset + 1)),
    ],
    [
      "a filter ignored",
      /^listPools \/ invariant \/ kind/,
      decides("answer", (own, call) => {
        const query = new URLSearchParams(call.query);
        query.delete("kind");
        return own({ ...call, query });
      }),
    ],
    ...["note", "label"].map((field): [string, RegExp, (service: Service) => void] => [
      `a quote in the ${field} within a body`,
      new RegExp(`^putPool / hostile / body\\.about\\.(links\\[\\]\\.)?${field}: quotes$`),
      (service) =>
        decides("answer", (own, call) =>
          new RegExp(`"${field}":"'`).test(call.text.toString())
            ? service.refuse(call, 500, "x")
            : own(call),
        )(service),
    ]),
    [
      "all is found",
      /^searchPools \/ example \/ 404/,
      answers("searchPools", () => ({ ...problem(500, "no") }), [404]),
    ],
  ];

  test.each(seeded)("%s", async (_, title, change) => {
    const { results, ok } = await judge([spec], change);
    expect(ok).toBe(false);
    const failed = results.filter(({ outcome }) => outcome === "failed");
    const titles = failed.map(({ operation, kind, name }) => `${operation} / ${kind} / ${name}`);
    expect(titles.filter((each) => title.test(each))).not.toEqual([]);
  });
});
