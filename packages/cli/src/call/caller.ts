import type { AreaTypes, Coverage } from "@chainkit/client";
import type { Command } from "../commands.ts";
import type { Settings } from "../settings/settings.ts";

/** A call, of which only listings have pages and a coverage of those received. */
export interface AnyCall extends Promise<unknown> {
  withResponse(): Promise<{ readonly data: unknown; readonly coverage?: Coverage | undefined }>;
  readonly coverage?: Coverage | undefined;
  pages(): AsyncIterable<Readonly<Record<string, unknown>>>;
}

/** Calls the operation of a command. */
export type Caller = (
  params: Readonly<Record<string, unknown>>,
  options?: { signal?: AbortSignal },
) => AnyCall;

/** The part of the options of all clients that a command sets. */
export interface CallerOptions {
  readonly timeoutMs?: number;
  readonly retry?: false;
  readonly fetch?: (input: string | Request, init: RequestInit) => Promise<Response>;
  readonly logger?: { warn(line: string): void };
}

/** Creates the function that calls the operation of a command, through the client of its area. */
export async function createCaller(
  { client, id, source }: Command,
  { baseUrl, token, bound, successCodes }: Settings,
  { logger, ...options }: CallerOptions,
): Promise<Caller> {
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  const all = {
    baseUrl,
    ...bound,
    ...(token === undefined ? {} : { token }),
    ...(successCodes ? { successCodes } : {}),
    ...options,
    ...(logger ? { logger: { ...silent, ...logger } } : {}),
  };
  // Loaded late: help needs no client.
  if (source) {
    const { createClientOf } = await import("@chainkit/openapi/client");
    return createClientOf<Record<string, Caller>>(source.api, all)[id] as Caller;
  }
  const { areas } = await import("@chainkit/client");
  const { create } = areas[client as keyof AreaTypes];
  const methods = create(all as never) as unknown as Readonly<Record<string, Caller>>;
  return methods[id] as Caller;
}
