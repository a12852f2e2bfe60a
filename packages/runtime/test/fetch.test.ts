import { expect, it } from "vitest";
import { createClient, type Fetch, isApiError, type OperationTable, tokens } from "../src/index.ts";

const operations: OperationTable = {
  getItem: { method: "GET", path: "/item", idempotent: true, auth: "required" },
};
type Client = { getItem: (params?: object, call?: object) => Promise<unknown> };
const connect = (fetch: Fetch) =>
  createClient<Client>(
    operations,
    { baseUrl: "http://localhost", fetch, token: "token", retry: false, timeoutMs: 50 } as never,
    [tokens],
  );

it("is called with the URL and an init that holds method, headers and signal", async () => {
  const calls: unknown[] = [];
  await connect(async (input, { method, headers, signal }) => {
    calls.push(input, method, (headers as Headers).get("authorization"), signal?.aborted);
    return Response.json({});
  }).getItem();
  expect(calls).toEqual(["http://localhost/item", "GET", "Bearer token", false]);
});

it("gives an object, or the call fails", async () => {
  for (const [body, type] of [
    [[], "array"],
    [null, "null"],
    ["x", "string"],
  ]) {
    await expect(connect(async () => Response.json(body)).getItem()).rejects.toMatchObject({
      kind: "decode",
      message: `getItem: 200 with JSON of type ${type}, expected object; is baseUrl right?`,
    });
  }
});

it("does not hold the call when it ignores its signal", async () => {
  const never = connect(() => new Promise(() => {}));
  await expect(never.getItem()).rejects.toMatchObject({ kind: "timeout" });
  const controller = new AbortController();
  const call = never.getItem({}, { signal: controller.signal, timeoutMs: 60_000 });
  controller.abort();
  await expect(call).rejects.toMatchObject({ kind: "aborted", name: "AbortError" });
});

it("may name a URL in its error, and its secrets are not shown", async () => {
  const failing = connect(async () => {
    throw new TypeError("no route to http://localhost/item?api_key=s3cret&page=2");
  });
  const error: Error = await failing.getItem().then(
    () => new Error("it did not fail"),
    (caught) => caught,
  );
  expect(isApiError(error) && error.message).toBe(
    "getItem: no response: no route to http://localhost/item?api_key=***&page=2",
  );
  expect(error.cause).toBeUndefined();
});

it("may fail with what is no error, which is not shown as its class", async () => {
  const failing = connect(async () => {
    throw { status: 0 };
  });
  await expect(failing.getItem()).rejects.toMatchObject({
    kind: "network",
    message: "getItem: no response: object",
  });
});

it("leaves a failed call nobody waits for to the platform, but not one that result() took", async () => {
  const unhandled: unknown[] = [];
  const listener = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", listener);
  const client = connect(async () => new Response("{}", { status: 404 }));
  await (client.getItem() as unknown as { result: () => Promise<unknown> }).result();
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off("unhandledRejection", listener);
  expect(unhandled).toEqual([]);
});

it("must return a Response that is unread", async () => {
  const read = async () => {
    const response = Response.json({});
    await response.text();
    return response;
  };
  const wrong = [undefined, null, "{}", { ok: false, status: 404, text: async () => "{}" }];
  for (const fetch of [read, ...wrong.map((value) => async () => value)]) {
    const client = createClient<Client>(
      { getItem: { ...(operations.getItem as OperationTable[string]), auth: "optional" } },
      { baseUrl: "http://localhost", fetch: fetch as Fetch },
      [],
    );
    await expect(client.getItem()).rejects.toMatchObject({
      kind: "input",
      parameter: "fetch",
      // Sent, but not again: the next attempt would return the same.
      attempts: 1,
      message: "getItem: fetch must return a Response, unread",
    });
  }
});

it("may fail with an error that is its own cause", async () => {
  const outer = new Error("outer");
  outer.cause = new Error("inner", { cause: outer });
  const failing = connect(async () => {
    throw outer;
  });
  await expect(failing.getItem()).rejects.toMatchObject({ kind: "network", cause: outer });
});
