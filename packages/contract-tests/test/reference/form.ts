import { readRequest } from "@chainkit/openapi";
import type { Operation } from "../../src/spec/operations.ts";
import type { Call } from "./answers.ts";

/** One violation of a request. */
export interface Reason {
  /** The parameter or field of the body at fault; absent: the body as a whole. */
  readonly name?: string;
  readonly reason: string;
}

/** A request parsed according to the contract. */
export interface Form {
  /** Parameters by name, where they came. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly reasons: readonly Reason[];
}

/** Parses a request according to its operation, and returns all violations. */
export function formOf({ spec, stated, body: documented }: Operation, call: Call): Form {
  const { path, query, headers, text } = call;
  const body = text.toString();
  const header = (name: string) => headers[name.toLowerCase()]?.toString();
  const sent = { path, query: query.toString(), header, body };
  const { params, faults } = readRequest(spec.document, stated, sent);
  const reasons = faults.map(({ name, reason }): Reason => {
    const [field = ""] = name.split(/[.[]/);
    return field === "" ? { reason } : { name: field, reason };
  });
  if (!text.equals(Buffer.from(body))) {
    reasons.push({ reason: "the body is not UTF-8" });
  }
  const isRead = documented !== undefined && body !== "" && reasons.length === 0;
  return { parameters: params, body: isRead ? JSON.parse(body) : undefined, reasons };
}
