import { expect, test } from "vitest";
import { run, serve, wallet } from "./support.ts";

const listing = ["get-address-transactions", "--chain", "ethereum", "--wallet", wallet];

/** A listing of two pages, each with a coverage of its own. */
async function serveListing(coverages: readonly string[]) {
  const { url } = await serve((request, response) => {
    const page = request.url?.includes("cursor=") ? 1 : 0;
    response.setHeader("content-type", "application/json");
    const { [page]: coverage } = coverages;
    if (coverage) {
      response.setHeader("chainkit-coverage", coverage);
    }
    response.end(JSON.stringify({ cursor: page ? null : "next", transactions: [{ page }] }));
  });
  return (...flags: string[]) => run([...listing, "--base-url", url, ...flags]);
}

test("what a page covers is a line on standard error", async () => {
  const list = await serveListing(["from=5, to=9, complete=?0, pending=2, unreadable=1"]);
  const { code, stdout, stderr } = await list();
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ cursor: "next", transactions: [{ page: 0 }] });
  expect(stderr).toBe(
    "covers blocks 5 to 9, incomplete, 2 balances pending, 1 balance unreadable\n",
  );
});

test("of all pages, it is what each of them covers", async () => {
  const list = await serveListing(["from=0, to=9, complete", "from=0, to=8, complete"]);
  expect((await list("--all", "-o", "csv")).stderr).toBe("covers blocks 0 to 8, complete\n");
  expect((await list("--max", "1", "-o", "csv")).stderr).toMatch(
    /^next page: .+\ncovers blocks 0 to 9, complete\n$/,
  );
});

test.each(["json", "ndjson"])("with --output %s, the line is JSON", async (format) => {
  const list = await serveListing(["from=5, to=9, complete=?0"]);
  const { stderr } = await list("-o", format);
  const line = stderr.split("\n").find((each) => each.startsWith("{")) ?? "";
  expect(JSON.parse(line)).toEqual({ coverage: { from: 5, to: 9, complete: false } });
});

test("nothing is said if one page does not state it", async () => {
  const list = await serveListing(["from=5, to=9, complete=?0"]);
  expect((await list("--all")).stderr).toBe("");
});
