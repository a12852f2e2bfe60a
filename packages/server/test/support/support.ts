import { createSecretKey } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { HttpSettings } from "../../src/config/options.ts";
import { type ServiceParts, startHttp } from "../../src/service/http-service.ts";
import { createToken } from "../../src/service/tokens.ts";
import { openManagement } from "../../src/store/open.ts";
import { breaches } from "./contract.ts";
import { scratchFolder } from "./scratch-folder.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape it asked for.
  readonly body: any;
}

export type TestService = Awaited<ReturnType<typeof startService>>;

export const SETTINGS: HttpSettings = {
  port: 0,
  host: "127.0.0.1",
  rateAnonymous: { perSecond: 0, burst: 1 },
  rateToken: { perSecond: 0, burst: 1 },
  cors: "*",
  trustProxy: [],
  readyLag: 10,
  logLevel: "silent",
};

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(scratchFolder, "chainkit-server-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** The whole HTTP side over real stores, on a free port, until the test ends. */
export async function startService(
  settings: Partial<HttpSettings> = {},
  parts: Partial<ServiceParts> = {},
) {
  const file = join(temporaryFolder(), "management.sqlite");
  const own = await openManagement({ kind: "sqlite", file });
  const { management = own } = parts;
  const service = await startHttp(
    { ...SETTINGS, ...settings },
    {
      management,
      chains: new Map(),
      cursorKey: createSecretKey(new Uint8Array(32)),
      readiness: () => ({ ready: true, chains: {} }),
      ...parts,
    },
  );
  onTestFinished(async () => {
    await service.close();
    await own.close();
  });
  const token = await createToken(management, "test", "management");
  return {
    url: service.url,
    close: service.close,
    management,
    token,
    /** Sends a request, and asserts that the response of an operation conforms to the contract. */
    get: (path: string, init?: RequestInit) => request(service.url + path, init),
    /** Posts JSON with the management token. */
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      request(service.url + path, {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          ...headers,
        },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
  };
}

/** Statuses of HTTP itself, which come before any operation, and 503, which the register allows. */
const BEFORE_OPERATIONS = new Set([204, 304, 404, 405, 413, 414, 415, 503]);

async function request(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  const isJson = /json/.test(response.headers.get("content-type") ?? "");
  const body = isJson && text ? JSON.parse(text) : text;
  const method = init.method ?? "GET";
  const found = method === "HEAD" ? [] : breaches(method, url, response, body);
  if (!BEFORE_OPERATIONS.has(response.status) || !/is no|not documented/.test(found.join())) {
    expect(found.filter((each) => !/is no operation/.test(each))).toEqual([]);
  }
  return { status: response.status, headers: response.headers, body };
}
