import type { Credential } from "@chainkit/openapi";
import type { Call } from "./call.ts";

/** Fills the form with values that exist on the service. */
export function fillForm(
  form: HTMLFormElement,
  values: Readonly<Record<string, unknown>>,
  namespace: string,
): void {
  const all: Readonly<Record<string, unknown>> = { graph_ns: namespace, ...values };
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[name]")) {
    if (Object.hasOwn(all, field.name)) {
      field.value = String(all[field.name]);
    }
  }
  const body = form.querySelector<HTMLTextAreaElement>("textarea[name=body]");
  if (body && body.dataset.format !== "raw") {
    const sample: Record<string, unknown> = JSON.parse(body.value);
    const known = Object.keys(sample).filter((name) => name in all);
    Object.assign(sample, Object.fromEntries(known.map((name) => [name, all[name]])));
    body.value = JSON.stringify(sample, null, 2);
  }
}

/** Builds the request that a filled form describes. */
export function requestOf(
  call: Call,
  data: FormData,
  token: string,
): { target: string; init: RequestInit } {
  const text = data.get("body");
  const sent = data.has("send token") ? call.credentials : [];
  // A browser adds the boundary to the type of a multipart form.
  const type = call.body?.format === "multipart" ? undefined : call.body?.type;
  const headers = Object.fromEntries([
    ...sent.flatMap((credential) => headerOf(credential, token)),
    ...pairsOf(call, data, "header"),
    ...(text !== null && type !== undefined ? [["content-type", type]] : []),
  ]);
  const keys = sent.flatMap((credential): [string, string][] =>
    credential.kind === "key" && credential.in === "query" ? [[credential.name, token]] : [],
  );
  const body = text === null ? {} : { body: bodyOf(call, String(text)) };
  return {
    target: requestTarget(call, data, keys),
    init: { method: call.method, headers, ...body },
  };
}

function headerOf(credential: Credential, token: string): [string, string][] {
  if (credential.kind === "bearer") {
    return [["authorization", `Bearer ${token}`]];
  }
  if (credential.kind === "basic") {
    return [["authorization", `Basic ${btoa(token)}`]];
  }
  // Scripts cannot set cookies of other sites.
  return credential.in === "header" ? [[credential.name, token]] : [];
}

/** Writes the text of the form in the format of the operation; a form is written as a JSON object. */
function bodyOf({ body }: Call, text: string): BodyInit {
  if (body?.format !== "multipart" && body?.format !== "urlencoded") {
    return text;
  }
  const fields: Readonly<Record<string, unknown>> = JSON.parse(text);
  const form = body.format === "multipart" ? new FormData() : new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  return form;
}

function pairsOf({ parameters }: Call, data: FormData, place: string): [string, string][] {
  return parameters
    .filter(({ name, in: own }) => own === place && data.get(name))
    .flatMap(({ name, isRepeated }) => {
      const text = String(data.get(name));
      return (isRepeated ? text.split(",") : [text]).map((each): [string, string] => [name, each]);
    });
}

function requestTarget(call: Call, data: FormData, keys: readonly [string, string][]): string {
  const filled = call.path.replaceAll(/\{([^}]+)\}/g, (_, name) =>
    encodeURIComponent(String(data.get(name) ?? "")),
  );
  const query = new URLSearchParams([...pairsOf(call, data, "query"), ...keys]);
  return query.size > 0 ? `${filled}?${query}` : filled;
}
