import { isObject } from "@chainkit/openapi";
import type { HttpRequest } from "../http/request.ts";
import { coversType } from "../judge/body.ts";
import { requestFaults } from "../schema/validator.ts";
import type { RequestBody } from "../spec/operations.ts";
import type { Case } from "./case.ts";
import { accepting, type Call, refusing } from "./expect.ts";
import { requestFor } from "./values.ts";

/** A call with a body. */
export interface BodyCall extends Call {
  readonly body: RequestBody;
}

/** Creates cases with malformed JSON and other media types, and with forms that the contract allows. */
export function mediaCases(call: BodyCall): Case[] {
  return [...malformed(call), ...otherTypes(call), ...alsoAccepted(call)];
}

function malformed(call: BodyCall): Case[] {
  const { base, body } = call;
  const none = broken(call, "required (none)", {}, "a body is required");
  if (body.format !== "json") {
    return body.required ? [none] : [];
  }
  const whole = JSON.stringify(base.body);
  const texts: [string, string | Uint8Array][] = [
    ["truncated", whole.slice(0, -1)],
    ["truncated in a string", whole.slice(0, -3)],
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
    broken(call, `well-formed (${label})`, { body: text }, `the body is not valid JSON (${label})`),
  );
  return body.required ? [...cases, none] : cases;
}

/** @param name The constraint, and in parentheses how it is violated. */
function broken(
  call: BodyCall,
  name: string,
  change: Pick<HttpRequest, "body">,
  because: string,
): Case {
  const { operation, base, body: media } = call;
  const { body: _, ...request } = requestFor(operation, base);
  return refusing(
    call,
    { ...request, ...change },
    {
      kind: "media",
      name: `body: ${name}`,
      because,
      rule: { part: media.owner },
      covers: { constraint: `body: ${name.replace(/ \(.*/, "")}`, side: "refuses" },
    },
  );
}

/** Cases with undocumented media types, including valid JSON. */
function otherTypes(call: BodyCall): Case[] {
  const { operation, base, body } = call;
  const request = requestFor(operation, base);
  const documented = Object.keys(body.owner.content ?? {});
  // Of a body without content, the type means nothing.
  const others = ["text/plain", "application/xml"].filter(
    (type) => request.body !== "" && !documented.some((each) => coversType(each, type)),
  );
  return others.map((type) => {
    const headers = { ...request.headers, "content-type": type };
    const each = refusing(
      call,
      { ...request, headers },
      {
        kind: "media",
        name: `body: content type (${type})`,
        because: `the body must be ${documented.join(" or ")}`,
        rule: { part: body.owner, key: "content" },
        covers: { constraint: "body: content type", side: "refuses" },
      },
    );
    // 415 is what HTTP has for this, documented or not (RFC 9110, 15.5.16).
    const statuses = [...new Set([...each.expect.statuses, "415"])];
    return { ...each, expect: { ...each.expect, statuses } };
  });
}

/** Cases that the contract allows: a charset parameter, and undescribed fields. */
function alsoAccepted(call: BodyCall): Case[] {
  const { operation, base, body } = call;
  if (body.format !== "json") {
    return [];
  }
  const { headers } = requestFor(operation, base);
  const type = `${body.type}; charset=utf-8`;
  const changes: [string, Partial<HttpRequest>][] = [
    ["charset=utf-8", { headers: { ...headers, "content-type": type } }],
  ];
  const extra = isObject(base.body) ? { ...base.body, not_in_the_contract: "x" } : undefined;
  if (extra && requestFaults(operation.spec, body.schema, extra).length === 0) {
    changes.push(["an undescribed field", { body: JSON.stringify(extra) }]);
  }
  return changes.map(([label, change]) =>
    accepting(call, base, {
      kind: "media",
      name: `body: accepted (${label})`,
      change,
      because: `the contract allows ${label}`,
      rule: { part: body.owner, key: "content" },
      // With a field more, it may be something else that is meant.
      stillExists: change.body === undefined,
      needs: ["harmless", "state"],
    }),
  );
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
