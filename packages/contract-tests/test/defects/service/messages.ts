import { type Answer, type Call, problem } from "../../reference/answers.ts";
import { NEWEST } from "../../reference/data.ts";
import { BREAK } from "../../reference/server.ts";
import type { Service } from "../../reference/service.ts";
import { answers, bodies, type Defect, defectsOf, set } from "./defect.ts";

/** Successful responses whose body does not have the documented form. */
export const bodyDefects: readonly Defect[] = defectsOf("response", "stated", {
  "block number as text": bodies(
    "getBlock",
    set("block.number", (b) => String(b.block.number)),
  ),
  "block null": bodies("getBlock", set("block", null)),
});

/** Errors whose body does not have the documented form. */
export const errorDefects: readonly Defect[] = defectsOf("error body", "stated", {
  "error envelope with data null": bodies("queryTag", set("data", null), [400]),
});

const raw = (change: (text: string) => string | Buffer) => (answer: Answer) => ({
  ...answer,
  body: Buffer.from(change(JSON.stringify(answer.body)) as string),
});
const without = (name: string) => (answer: Answer) => {
  const { [name]: _, ...headers } = answer.headers;
  return { ...answer, headers };
};
const status = (code: number) => (answer: Answer) => ({ ...answer, status: code });
const redirect =
  (code: number, location?: string) =>
  (_: Answer, { path }: { path: string }) => ({
    status: code,
    headers: { location: location ?? path },
    body: Buffer.alloc(0),
  });
let limited = 0;
const everyNth =
  (headers: Record<string, string>, body?: unknown) =>
  (answer: Answer): Answer => {
    limited += 1;
    if (limited % 3 !== 0) {
      return answer;
    }
    const tooMany = problem(429, "too many requests");
    return { ...tooMany, headers: { ...tooMany.headers, ...headers }, body: body ?? tooMany.body };
  };

export const headerDefects: readonly Defect[] = defectsOf("headers", "stated", {
  "no Allow": answers("", without("allow"), [405]),
  "429 without Retry-After": answers("getLatestTransactions", everyNth({}), [200]),
});

export const malformedDefects: readonly Defect[] = defectsOf("malformed", "stated", {
  "stack trace in the error": answers(
    "createTag",
    raw(() => "TypeError: x is undefined\n  at y"),
    [400],
  ),
  "connection breaks": answers("getBlock", (answer) => ({ ...answer, body: BREAK })),
  "connection breaks on errors": answers(
    "deleteTag",
    (answer) => ({ ...answer, body: BREAK }),
    [400],
  ),
});

export const statusDefects: readonly Defect[] = defectsOf("status", "stated", {
  "200 for other methods": answers("getLatestTransactions", status(200), [405]),
});

export const redirectDefects: readonly Defect[] = defectsOf("redirects", "stated", {
  "302 to itself": answers("getNft", redirect(302)),
});

type Apply = (service: Service) => void;
const also =
  (name: string, takes: RegExp, as?: (text: string) => string): Apply =>
  (service) => {
    const right = service.checks[name];
    service.checks[name] = (text) => (takes.test(text) ? undefined : right?.(text));
    if (as) {
      const { answer } = service;
      service.answer = (call) => {
        const value = call.parameters[name];
        const isTaken = value !== undefined && takes.test(value) && right?.(value) !== undefined;
        const parameters = isTaken ? { ...call.parameters, [name]: as(value) } : call.parameters;
        return answer.call(service, { ...call, parameters });
      };
    }
  };

/** Invalid requests that are accepted, and valid ones that are refused. */
export const inputDefects: readonly Defect[] = defectsOf("input", "stated", {
  "limit above 100 clamped": also("limit", /^\d{3,}$/, (text) =>
    String(Math.min(Number(text), 100)),
  ),
});

const admits =
  (decide: (operation: string, authorization: string | undefined, usual: boolean) => boolean) =>
  (service: Service) => {
    const { admits: right } = service;
    service.admits = (call) =>
      decide(call.operation, call.authorization, right.call(service, call));
  };

/** Callers that are wrongly accepted or refused. */
export const securityDefects: readonly Defect[] = defectsOf("security", "stated", {
  "no token is needed for queryTag": admits((id, _, usual) => usual || id === "queryTag"),
});

const headers = (added: Record<string, string>) => (answer: Answer) => ({
  ...answer,
  headers: { ...answer.headers, ...added },
});
let count = 0;
const counted = (answer: Answer): Answer => {
  count += 1;
  const body = { ...(answer.body as object), count };
  return { ...headers({ etag: '"one"' })(answer), body };
};
const tagged = headers({ etag: '"one"' });
const heldOr =
  (held: (call: Call) => boolean) =>
  (answer: Answer, call: Call): Answer =>
    held(call)
      ? { status: 304, headers: { etag: '"one"' }, body: Buffer.alloc(0) }
      : tagged(answer);

export const cachingDefects: readonly Defect[] = defectsOf("caching", "implied", {
  "one entity tag for all content": answers("getBlock", counted),
  "an entity tag, and no 304": answers("getTransaction", tagged),
  "304 whatever the caller has": answers(
    "getErc20Balances",
    heldOr((call) => call.headers["if-none-match"] !== undefined),
  ),
  "the newest block kept for an hour": answers(
    "getBlock",
    headers({ "cache-control": "public, max-age=3600" }),
  ),
});

const covers = (operation: string, coverage: string) =>
  answers(operation, (answer) => ({
    ...answer,
    headers: { ...answer.headers, "chainkit-coverage": coverage },
  }));

/** Lists that say more about themselves than is true. */
export const coverageDefects: readonly Defect[] = defectsOf("coverage", "implied", {
  "a list from the middle of the chain said to be complete": covers(
    "getAddressTransactions",
    `from=5, to=${NEWEST}, complete`,
  ),
  "a transaction below the first block of its list": covers(
    "getLatestTransactions",
    `from=${NEWEST + 1}, to=${NEWEST + 1}, complete=?0`,
  ),
  "a coverage that is no dictionary": covers("getAddressTransactions", "from:0, to:5"),
});
