import { asObject, type Operation } from "@chainkit/openapi";
import type { Api } from "@chainkit/openapi/api";
import { createClientOf } from "@chainkit/openapi/client";
import { type ExampleRequest, TOKEN } from "../samples/request.ts";

type Call = (
  params: Readonly<Record<string, unknown>>,
  options: { readonly signal: AbortSignal },
) => Promise<unknown>;

/** Credentials of the samples where a name and a password are sent. */
const USER = "my-user:my-password";

/** Returns the request of an operation; undefined if the client cannot call it, or no value can be made up. */
export type RequestOf = (operation: Operation) => Promise<ExampleRequest | undefined>;

/**
 * Makes the function that returns the request that the client sends for the examples of an operation, with required
 * parameters only.
 */
export function clientRequests(api: Api, baseUrl: string): RequestOf {
  const callable = new Set(api.operations.map(({ id }) => id));
  let onRequest: (request: Request) => void = () => undefined;
  const fetch = (url: string | Request, init: RequestInit) => {
    onRequest(new Request(url, init));
    // The request is all that is wanted: nothing ever responds.
    return new Promise<Response>(() => {});
  };
  const credentials = api.rules.credentials.map(({ name, credential }) => [
    name,
    credential.kind === "basic" ? USER : TOKEN,
  ]);
  const clientWith = (own: object) =>
    createClientOf<Record<string, Call>>(api, { ...own, baseUrl, retry: false, fetch });
  const client = clientWith(Object.fromEntries(credentials));
  const anonymous = clientWith({});

  async function record(operation: Operation): Promise<Request> {
    const call = (operation.auth === "required" ? client : anonymous)[operation.id];
    // An aborted call has no timer, which would keep the process alive.
    const stop = new AbortController();
    try {
      return await new Promise<Request>((resolve, reject) => {
        onRequest = resolve;
        call?.(paramsOf(operation), { signal: stop.signal }).catch(reject);
      });
    } finally {
      stop.abort();
    }
  }

  // One after the other: all calls share one fetch.
  let last: Promise<unknown> = Promise.resolve();
  return (operation) => {
    const next = last.then(async () => {
      const sent = callable.has(operation.id) ? await record(operation) : undefined;
      return sent && exampleOf(sent);
    });
    last = next.catch(() => undefined);
    return last as Promise<ExampleRequest | undefined>;
  };
}

function paramsOf({ parameters, body }: Operation): Record<string, unknown> {
  const needed = parameters.filter(({ required }) => required);
  const values = Object.fromEntries(needed.map(({ name, sample }) => [name, sample()]));
  const sent = body?.sample();
  return { ...values, ...(body?.kind === "whole" ? { body: sent } : asObject(sent)) };
}

async function exampleOf(sent: Request): Promise<ExampleRequest> {
  const type = sent.headers.get("content-type") ?? "";
  const isForm = type.startsWith("multipart/form-data");
  // The boundary of a form is that of the program that sends it.
  const left = isForm ? ["accept", "content-type"] : ["accept"];
  const headers = [...sent.headers].filter(([name]) => !left.includes(name));
  const request = { method: sent.method, url: sent.url, headers };
  if (isForm) {
    const fields = [...(await sent.formData())];
    return { ...request, form: fields.map(([name, value]) => [name, String(value)]) };
  }
  const text = await sent.text();
  if (text === "") {
    return request;
  }
  return /[/+]json\b/.test(type) ? { ...request, body: JSON.parse(text) } : { ...request, text };
}
