import {
  AT,
  all,
  body,
  envelope,
  fieldOf,
  json,
  queryOf,
  recount,
  reply,
  request,
} from "../mutation.ts";
import { asking, at, behindLatest, type Mutations } from "./tools.ts";

/** Puts cursors into another form, and back. */
const cursors = (write: (cursor: string) => string, back: (cursor: string) => string) =>
  all(
    request(AT.lists, (incoming) => {
      const given = queryOf(incoming, "cursor");
      return given === undefined ? {} : asking(incoming, "cursor", back(given));
    }),
    body(AT.lists, (page) => {
      page.cursor &&= write(page.cursor);
    }),
  );
const numbered: string[] = [];
let turn = 0;

/** Cursors, pages and state that the contract leaves to a deployment. */
export const LISTINGS: Mutations = {
  "cursors of JSON in base64": cursors(
    (cursor) => Buffer.from(JSON.stringify({ after: cursor, v: 1 })).toString("base64"),
    (cursor) => {
      const value = json({ body: Buffer.from(cursor, "base64") });
      return typeof value?.after === "string" ? value.after : "?";
    },
  ),
  "cursors with signs that a URL must escape": cursors(
    (cursor) => `next=${cursor}&+/#%é`,
    (cursor) => /^next=(.*)&\+\/#%é$/.exec(cursor)?.[1] ?? "?",
  ),
  "cursors of two kilobytes": cursors(
    (cursor) => `${cursor}.${"x".repeat(2000)}`,
    (cursor) => (cursor.endsWith(`.${"x".repeat(2000)}`) ? cursor.slice(0, -2001) : "?"),
  ),
  "cursors of digits": cursors(
    (cursor) => String(numbered.push(cursor) + 1000),
    (cursor) => numbered[Number(cursor) - 1001] ?? "?",
  ),
  "another cursor for the same page each time": cursors(
    (cursor) => `${turn++}~${cursor}`,
    (cursor) => (/^\d+~/.test(cursor) ? cursor.replace(/^\d+~/, "") : "?"),
  ),
  "an empty page at the end": at(AT.lists, async (incoming, forward) => {
    const given = queryOf(incoming, "cursor");
    const wasLast = given?.startsWith("end~");
    const found = await forward(
      wasLast ? asking(incoming, "cursor", String(given).slice(4)) : incoming,
    );
    const page = json(found);
    if (found.status !== 200) {
      return found;
    }
    const field = fieldOf(page);
    if (wasLast) {
      page[field] = [];
      page.cursor = null;
    } else if (given && page.cursor === null && page[field].length > 0) {
      page.cursor = `end~${given}`;
    }
    recount(page);
    return reply(200, page);
  }),
  "200 for a tag that does not exist": at(AT.remove, async (incoming, forward) => {
    const found = await forward(incoming);
    const { tag: _, ...version } = json(incoming) ?? {};
    const url = incoming.url.replace("delete-tag", "query-tag");
    const known = await forward({ ...incoming, url, body: Buffer.from(JSON.stringify(version)) });
    return found.status === 404 && known.status === 200 ? envelope(200) : found;
  }),
  "a replica two blocks behind": behindLatest(() => {
    turn += 1;
    return turn % 2 === 0 ? 2 : 0;
  }),
};
