import { type Answer, problem } from "../../test/reference/answers.ts";
import { BREAK, SILENCE } from "../../test/reference/server.ts";
import { answers, bodies, type Defect, defectsOf, set } from "./defect.ts";

const raw = (change: (text: string) => string | Buffer) => (answer: Answer) => ({
  ...answer,
  body: Buffer.from(change(JSON.stringify(answer.body)) as string),
});
const typed = (type: string) => (answer: Answer) => ({
  ...answer,
  headers: { ...answer.headers, "content-type": type },
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
  "JSON as HTML": answers("getBlock", typed("text/html")),
  "JSON as text": answers("queryTag", typed("text/plain; charset=utf-8")),
  "JSON as problem": answers("getNft", typed("application/problem+json")),
  "problem as JSON": answers("getBlock", typed("application/json"), [404]),
  "no content type": answers("getErc20Balances", without("content-type")),
  "content type without slash": answers("getErc721Balances", typed("json")),
  "another charset": answers("getTransaction", typed("application/json; charset=iso-8859-1")),
  "no challenge, management": answers("createTag", without("www-authenticate"), [401]),
  "no challenge, chain data": answers("getNft", without("www-authenticate"), [401]),
  "no Allow": answers("", without("allow"), [405]),
  "429 without Retry-After": answers("getLatestTransactions", everyNth({}), [200]),
  "Retry-After in words": answers("getBlockTransactions", everyNth({ "retry-after": "soon" })),
  "Retry-After negative": answers("getAddressTransactions", everyNth({ "retry-after": "-1" })),
  "429 with a foreign body": answers(
    "getErc20Balances",
    everyNth({ "retry-after": "60" }, { error: "slow" }),
  ),
});

export const malformedDefects: readonly Defect[] = defectsOf("malformed", "stated", {
  "JSON cut off": answers(
    "getBlock",
    raw((text) => text.slice(0, -1)),
  ),
  "comma too many": answers(
    "getNft",
    raw((text) => `${text.slice(0, -1)},}`),
  ),
  "NaN for a number": answers(
    "getTransaction",
    raw((text) => text.replace(/"value":[^,]+/, '"value":NaN')),
  ),
  "no UTF-8": answers(
    "getErc20Balances",
    raw((text) => Buffer.from(text.replace("Token", "\u00e9"), "latin1")),
  ),
  "nothing at all": answers(
    "queryTag",
    raw(() => ""),
  ),
  "two bodies": answers(
    "getErc721Balances",
    raw((text) => text + text),
  ),
  "a comment": answers(
    "getLatestTransactions",
    raw((text) => `/* ok */${text}`),
  ),
  "error page in HTML": answers(
    "getTransaction",
    raw(() => "<h1>Not Found</h1>"),
    [404],
  ),
  "error without body": answers(
    "getBlock",
    raw(() => ""),
    [400],
  ),
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
  "never answers": answers("getNft", (answer) => ({ ...answer, body: SILENCE })),
});

export const statusDefects: readonly Defect[] = defectsOf("status", "stated", {
  "201 for created": answers("createTag", status(201)),
  "204 for deleted": answers("deleteTag", (answer) => ({
    ...answer,
    status: 204,
    body: Buffer.alloc(0),
  })),
  "206 for a page": answers("getLatestTransactions", status(206)),
  "203 for a lookup": answers("getTransaction", status(203)),
  "errors with 200, data": answers("getBlock", status(200), [400, 404]),
  "errors with 200, management": answers("queryTag", status(200), [400, 404]),
  "422 for invalid": answers("getErc20Balances", status(422), [400]),
  "500 for invalid": answers("getNft", status(500), [400]),
  "500 for invalid, documented form": bodies("getTransaction", set("status", 500), [400]),
  "400 for not found": answers("getTransaction", status(400), [404]),
  "404 for invalid": answers(
    "getTransaction",
    (a) => ({ ...problem(404, "no"), headers: a.headers }),
    [400],
  ),
  "410 for removed": answers("removeSubgraph", status(410), [404]),
  "403 for a missing token": answers("createTag", status(403), [401]),
  "404 for a bad key": answers(
    "getBlock",
    (a) => ({ ...problem(404, "no"), headers: a.headers }),
    [401],
  ),
  "400 for still tagged": answers("removeSubgraph", status(400), [409]),
  "501 for all NFTs": answers("getNft", status(501)),
  "503 for one listing": answers("getErc721Balances", (a) => ({
    ...problem(503, "later"),
    headers: a.headers,
  })),
  "200 for unknown chains": answers(
    "getAddressTransactions",
    (a) => ({ ...a, status: 200, body: { cursor: null, transactions: [] } }),
    [404],
  ),
  "200 for other methods": answers("getLatestTransactions", status(200), [405]),
  "500 for other methods": answers("createTag", status(500), [405]),
  "always 404": answers("getErc721Balances", () => problem(404, "no such chain")),
});

export const redirectDefects: readonly Defect[] = defectsOf("redirects", "stated", {
  "302 to itself": answers("getNft", redirect(302)),
  "301 to another path": answers("getBlock", redirect(301, "/elsewhere")),
  "307 for a POST": answers("createTag", redirect(307)),
  "308 for a listing": answers("getLatestTransactions", redirect(308)),
  "303 after deleting": answers("deleteTag", redirect(303, "/")),
  "302 for not found": answers("getTransaction", redirect(302, "/404"), [404]),
  "302 to a login": answers("queryTag", redirect(302, "/login"), [401]),
  "302 for invalid": answers("getErc20Balances", redirect(302, "/help"), [400]),
});
