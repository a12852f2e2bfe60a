import type { Operation } from "@chainkit/openapi";
import type { Api } from "@chainkit/openapi/api";
import { createClientOf } from "@chainkit/openapi/client";
import { type ExampleRequest, TOKEN } from "../samples/request.ts";

type Call = (params: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** Credentials of the samples where a name and a password are sent. */
const USER = "my-user:my-password";

/**
 * Returns the request that the client sends for the examples of an operation, with required parameters only.
 *
 * @returns undefined if the client cannot call the operation, or no value of a parameter can be made up.
 */
export async function clientRequest(
  api: Api,
  operation: Operation,
  baseUrl: string,
): Promise<ExampleRequest | undefined> {
  if (!api.operations.some(({ id }) => id === operation.id)) {
    return undefined;
  }
  const needed = operation.auth === "required" ? api.rules.credentials : [];
  const credentials = needed.map(({ name, credential }) => [
    name,
    credential.kind === "basic" ? USER : TOKEN,
  ]);
  try {
    const params = paramsOf(operation);
    const sent = await new Promise<Request>((resolve, reject) => {
      const fetch = (url: string | Request, init: RequestInit) => {
        resolve(new Request(url, init));
        // The request is all that is wanted: nothing ever responds.
        return new Promise<Response>(() => {});
      };
      const options = { ...Object.fromEntries(credentials), baseUrl, retry: false, fetch };
      const client = createClientOf<Record<string, Call>>(api, options);
      client[operation.id]?.(params).catch(reject);
    });
    return await exampleOf(sent);
  } catch {
    return undefined;
  }
}

function paramsOf({ parameters, body }: Operation): Record<string, unknown> {
  const needed = parameters.filter(({ required }) => required);
  const values = needed.map(({ name, sample }) => [name, sample()]);
  const own = Object.fromEntries(values);
  if (!body) {
    return own;
  }
  return body.kind === "whole" ? { ...own, body: body.sample() } : { ...own, ...fieldsOf(body) };
}

function fieldsOf(body: NonNullable<Operation["body"]>): object {
  const sample = body.sample();
  return typeof sample === "object" && sample !== null ? sample : {};
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
