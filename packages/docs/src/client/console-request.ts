/** Request description of an operation, from the `data-call` attribute of its page. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly auth: "required" | "optional" | "none";
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
}

/** Fills the form with values that exist on the service. */
export function fillForm(
  form: HTMLFormElement,
  values: Readonly<Record<string, unknown>>,
  namespace: string,
): void {
  const all: Readonly<Record<string, unknown>> = { graph_ns: namespace, ...values };
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[name]")) {
    const value = all[field.name];
    if (value === undefined || value === null) {
      continue;
    }
    const text = String(value);
    if (
      field instanceof HTMLSelectElement &&
      ![...field.options].some((one) => one.value === text)
    ) {
      field.add(new Option(text));
    }
    field.value = text;
  }
  const body = form.querySelector<HTMLTextAreaElement>("textarea[name=body]");
  if (body) {
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
  const body = data.get("body");
  const headers = {
    ...(data.has("send token") && { authorization: `Bearer ${token}` }),
    ...(body !== null && { "content-type": "application/json" }),
  };
  const init = { method: call.method, headers, ...(body !== null && { body: String(body) }) };
  return { target: requestTarget(call, data), init };
}

function requestTarget({ path, parameters }: Call, data: FormData): string {
  const value = (name: string) => String(data.get(name) ?? "");
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_, name) => encodeURIComponent(value(name)));
  const query = new URLSearchParams(
    parameters
      .filter(({ name, in: place }) => place === "query" && value(name) !== "")
      .map(({ name }): [string, string] => [name, value(name)]),
  );
  return query.size > 0 ? `${filled}?${query}` : filled;
}
