import { afterEach, expect, test, vi } from "vitest";
import { type ApiCall, type ApiError, createClient, tokens } from "../src/index.ts";

/** A signal as React Native and polyfills have it: it tells that it was aborted, and nothing else. */
class PlainSignal extends EventTarget {
  aborted = false;
}

class PlainController {
  readonly signal = new PlainSignal();

  abort() {
    this.signal.aborted = true;
    this.signal.dispatchEvent(new Event("abort"));
  }
}

afterEach(() => vi.unstubAllGlobals());

interface Api {
  get(params: object, options?: object): ApiCall<unknown, ApiError>;
}

function client(fetch: () => Promise<Response>, own: object = {}) {
  const options = { baseUrl: "http://localhost", token: "t", fetch, ...own };
  const get = { method: "GET", path: "/", idempotent: true, auth: "required" } as const;
  return createClient<Api>({ get }, options, [tokens]);
}

test("a platform without AbortSignal.throwIfAborted, reason, any and timeout is enough", async () => {
  vi.stubGlobal("AbortController", PlainController);
  vi.stubGlobal("AbortSignal", PlainSignal);
  const { get } = client(async () => Response.json({ a: 1 }));
  expect(await get({})).toEqual({ a: 1 });

  const controller = new PlainController();
  const endless = client(() => new Promise(() => {}));
  const call = endless.get({}, { signal: controller.signal }).result();
  controller.abort();
  expect(await call).toMatchObject({ ok: false, error: { kind: "aborted" } });
  const late = endless.get({}, { timeoutMs: 1 }).result();
  expect(await late).toMatchObject({ ok: false, error: { kind: "timeout" } });
});

test("an error of the client's own code is thrown as it is, and not sent again", async () => {
  const fault = new TypeError("a fault of the client");
  let requests = 0;
  const fetch = async () => {
    requests += 1;
    return Response.json({});
  };
  class BrokenHeaders extends Headers {
    override has(): boolean {
      throw fault;
    }
  }
  vi.stubGlobal("Headers", BrokenHeaders);
  await expect(client(fetch).get({}).result()).rejects.toBe(fault);
  expect(requests).toBe(0);
});

test("a body that ends early is an error of the network", async () => {
  const body = new ReadableStream({
    pull: (controller) => controller.error(new TypeError("terminated")),
  });
  const fetch = async () => new Response(body);
  expect(await client(fetch, { retry: false }).get({}).result()).toMatchObject({
    ok: false,
    error: { kind: "network", message: "get: no response: terminated" },
  });
});
