import type { Answer, Call } from "../../test/reference/answers.ts";
import { answers, type Defect, defectsOf } from "./defect.ts";

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

const ofTheSecond = (answer: Answer, call: Call): Answer => ({
  ...heldOr(({ headers: sent }) => sent["if-none-match"] === '"one"')(answer, call),
  ...(call.headers["if-none-match"] === '"one"'
    ? {}
    : { body: { ...(answer.body as object), second: Math.floor(Date.now() / 1000) } }),
});

const ofResponses = defectsOf("caching", "implied", {
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
  "the newest transactions kept by proxies": answers(
    "getLatestTransactions",
    headers({ "cache-control": "public, max-age=0, s-maxage=30" }),
  ),
  "owners kept for half a minute": answers("getNft", headers({ "cache-control": "s-maxage=30" })),
});

/** The content must change while the suite looks at it. */
const ofChanges = defectsOf("caching", "implied", {
  "the first entity tag whatever has changed": answers("getBlock", ofTheSecond),
}).map((defect) => ({ ...defect, blockWaitMs: 3000 }));

export const cachingDefects: readonly Defect[] = [...ofResponses, ...ofChanges];
