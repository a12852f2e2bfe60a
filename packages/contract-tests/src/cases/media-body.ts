import { isObject } from "@chainkit/openapi";
import type { HttpRequest } from "../http/request.ts";
import { coversType } from "../judge/body.ts";
import { requestFaults } from "../schema/validator.ts";
import type { Operation, RequestBody } from "../spec/operations.ts";
import type { Case, Expectation } from "./case.ts";
import { accepted, refused } from "./expect.ts";
import { requestFor, type Setting, type Values } from "./values.ts";

/** What the cases of a request body are made from. */
export interface BodyContext {
  readonly operation: Operation;
  /** The operation's body. */
  readonly body: RequestBody;
  /** The call that the cases vary. */
  readonly base: Values;
  readonly setting: Setting;
}

/** Creates cases with malformed JSON and other media types, and with forms that the contract allows. */
export function mediaCases(context: BodyContext): Case[] {
  return [...malformed(context), ...otherTypes(context), ...alsoAccepted(context)];
}

function malformed(context: BodyContext): Case[] {
  const { base, body } = context;
  const none = broken(context, "required (none)", {}, "a body is required");
  if (body.format !== "json") {
    return body.required ? [none] : [];
  }
  const whole = JSON.stringify(base.body);
  const texts: [string, string | Uint8Array][] = [
    ["truncated", whole.slice(0, -1)],
    ["truncated in a string", whole.slice(0, Math.max(2, whole.length - 3))],
    ["first character only", whole.slice(0, 1)],
    ["trailing comma", `${whole.slice(0, -1)},${whole.slice(-1)}`],
    ["single quotes", whole.replaceAll('"', "'")],
    ["two values", whole + whole],
    [
      "form-encoded",
      new URLSearchParams(isObject(base.body) ? stringFields(base.body) : {}).toString(),
    ],
    ["not UTF-8", Uint8Array.from([...Buffer.from(whole.slice(0, 2)), 0xc3, 0x28, 0xff])],
  ];
  const wrong = texts.filter(([, text]) => text.length > 0 && !isJson(text));
  const cases = wrong.map(([label, text]) =>
    broken(
      context,
      `well-formed (${label})`,
      { body: text },
      `the body is not valid JSON (${label})`,
    ),
  );
  return body.required ? [...cases, none] : cases;
}

/** @param name The constraint, and in parentheses how it is violated. */
function broken(
  { operation, base }: BodyContext,
  name: string,
  change: Pick<HttpRequest, "body">,
  because: string,
): Case {
  const { body: _, ...request } = requestFor(operation, base);
  return {
    operation,
    kind: "media",
    name: `body: ${name}`,
    request: { ...request, ...change },
    expect: refused(operation, because, { part: operation.body?.owner ?? operation.node }),
    needs: [],
    valid: false,
    covers: { constraint: `body: ${name.replace(/ \(.*/, "")}`, side: "refuses" },
  };
}

/** Cases with undocumented media types, including valid JSON. */
function otherTypes({ operation, base, body }: BodyContext): Case[] {
  const request = requestFor(operation, base);
  const documented = Object.keys(body.owner.content ?? {});
  const expect: Expectation = refused(operation, `the body must be ${documented.join(" or ")}`, {
    part: body.owner,
    key: "content",
  });
  // Of a body without content, the type means nothing.
  const others = ["text/plain", "application/xml"].filter(
    (type) => request.body !== "" && !documented.some((each) => coversType(each, type)),
  );
  return others.map((type) => ({
    operation,
    kind: "media",
    name: `body: content type (${type})`,
    request: { ...request, headers: { ...request.headers, "content-type": type } },
    // 415 is what HTTP has for this, documented or not (RFC 9110, 15.5.16).
    expect: { ...expect, statuses: [...new Set([...expect.statuses, "415"])] },
    needs: [],
    valid: false,
    covers: { constraint: "body: content type", side: "refuses" },
  }));
}

/** Cases that the contract allows: a charset parameter, and undescribed fields. */
function alsoAccepted({ operation, setting, base, body }: BodyContext): Case[] {
  if (body.format !== "json") {
    return [];
  }
  const request = requestFor(operation, base);
  const extra = isObject(base.body) ? { ...base.body, not_in_the_contract: "x" } : undefined;
  const isOpen =
    extra !== undefined && requestFaults(operation.spec, body.schema, extra).length === 0;
  const changes: [string, Partial<HttpRequest>][] = [
    [
      "charset=utf-8",
      { headers: { ...request.headers, "content-type": `${body.type}; charset=utf-8` } },
    ],
  ];
  if (isOpen) {
    changes.push(["an undescribed field", { body: JSON.stringify(extra) }]);
  }
  return changes.map(([label, change]) => ({
    operation,
    kind: "media",
    name: `body: accepted (${label})`,
    request: { ...request, ...change },
    // With a field more, it may be something else that is meant.
    expect: accepted(
      operation,
      setting,
      base,
      `the contract allows ${label}`,
      { part: body.owner, key: "content" },
      change.body === undefined,
    ),
    needs: ["harmless", "state"],
    valid: true,
  }));
}

function stringFields(body: object): Record<string, string> {
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, String(value)]));
}

/** Some bodies remain valid when mangled: `[1]` has no quotes, `1` twice is `11`. */
function isJson(text: string | Uint8Array): boolean {
  if (typeof text !== "string") {
    return false;
  }
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
