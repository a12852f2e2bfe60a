import { AT, type Body } from "../mutation.ts";
import type { Mutation } from "../proxy.ts";
import { at, envelope, json, type Mutations, withBody } from "./tools.ts";

/** Changes the fields of request bodies that are objects. */
const repaired = (path: RegExp, change: (fields: Body) => Body): Mutation =>
  at(path, (incoming, forward) => {
    const fields = json(incoming);
    return forward(
      typeof fields === "object" && fields !== null && !Array.isArray(fields)
        ? withBody(incoming, change(fields))
        : incoming,
    );
  });

const texts = (fields: Body): Body =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === "number" || typeof value === "boolean" ? String(value) : value,
    ]),
  );

/** Fails where a body is refused. */
const failing = (path: RegExp, applies: (fields: Body, text: string) => boolean): Mutation =>
  at(path, async (incoming, forward) => {
    const found = await forward(incoming);
    return found.status === 400 && applies(json(incoming), incoming.body.toString())
      ? envelope(500)
      : found;
  });

/** Bodies of management that are checked wrongly. */
export const BODIES: Mutations = {
  "numbers taken as text": repaired(AT.create, texts),
  "a version as a number taken": repaired(AT.query, ({ version, ...rest }) => ({
    ...rest,
    ...texts({ version }),
  })),
  "null taken as text": repaired(AT.remove, (fields) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? "null"])),
  ),
  "a missing tag taken as a usual one": repaired(AT.create, (fields) => ({
    tag: "default",
    ...fields,
  })),
  "a missing version leads to no tags": at(AT.query, async (incoming, forward) => {
    const found = await forward(incoming);
    return found.status === 400 && json(incoming)?.version === undefined
      ? envelope(200, { tags: [] })
      : found;
  }),
  "500 for a missing version": failing(AT.removal, (fields) => fields?.version === undefined),
  "500 for a body that is not JSON": failing(AT.create, (fields) => fields === undefined),
  "500 for an empty body": failing(AT.query, (_, text) => text === ""),
  "500 for a list": failing(AT.remove, (fields) => Array.isArray(fields)),
  "500 for a tag of another type": failing(
    AT.create,
    (fields) => fields?.tag !== undefined && typeof fields.tag !== "string",
  ),
  "the first element of a list taken": at(AT.query, (incoming, forward) => {
    const fields = json(incoming);
    return forward(Array.isArray(fields) ? withBody(incoming, fields[0] ?? {}) : incoming);
  }),
  "500 for letters beyond ASCII": at(AT.management, async (incoming, forward) =>
    /[^ -~]/.test(incoming.body.toString()) ? envelope(500) : forward(incoming),
  ),
  "500 for a quote in a name": at(AT.query, async (incoming, forward) =>
    Object.values(json(incoming) ?? {}).some((value) => String(value).includes("'"))
      ? envelope(500)
      : forward(incoming),
  ),
  "a version that is not known has no tags": at(AT.query, async (incoming, forward) => {
    const found = await forward(incoming);
    return found.status === 404 ? envelope(200, { tags: [] }) : found;
  }),
  "an unknown version can be removed": at(AT.removal, async (incoming, forward) => {
    const found = await forward(incoming);
    return found.status === 404 ? envelope(200) : found;
  }),
  "400 for a version that is not known": at(AT.create, async (incoming, forward) => {
    const found = await forward(incoming);
    return found.status === 404 ? envelope(400) : found;
  }),
  "400 for removing a tagged version": at(AT.removal, async (incoming, forward) => {
    const found = await forward(incoming);
    return found.status === 409 ? envelope(400) : found;
  }),
};
