import { parseRetryAfter } from "@chainkit/openapi/http";
import { highlightJson } from "./highlight-json.ts";
import { PLACEHOLDERS, readSettings, valuesOf } from "./settings.ts";
import { selectTab } from "./tabs.ts";

/** Request description of an operation, from the `data-call` attribute of its page. */
interface Call {
  readonly method: string;
  readonly path: string;
  readonly auth: "required" | "optional" | "none";
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
}

/** Makes the console of an operation work: it sends requests to the service of the settings. */
export function addConsole(): void {
  const article = document.querySelector<HTMLElement>("[data-call]");
  const form = article?.querySelector<HTMLFormElement>(".console form");
  if (!article || !form) {
    return;
  }
  const call: Call = JSON.parse(article.dataset.call ?? "");
  const { baseUrl } = readSettings();
  const target = article.querySelector(".console .target");
  target?.replaceChildren(URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl);
  fill(form, valuesOf(article.dataset.operation ?? ""), readSettings().graphNs);
  const [cancel, send] = form.querySelectorAll("button") as unknown as HTMLButtonElement[];
  if (!cancel || !send) {
    return;
  }
  if (call.method !== "GET" && !isLocal(baseUrl)) {
    send.disabled = true;
    say(
      form,
      [],
      "Writes are sent to a service on this machine only: set its base URL in Settings.",
    );
  }
  let controller: AbortController | undefined;
  cancel.addEventListener("click", () => controller?.abort());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    controller = new AbortController();
    send.disabled = true;
    cancel.hidden = false;
    await run(call, form, article, controller.signal);
    cancel.hidden = true;
    send.disabled = false;
  });
}

/** Fills the form with values that exist on the service. */
function fill(
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

/** Whether a URL leads to this machine. */
function isLocal(url: string): boolean {
  const { hostname } = URL.canParse(url) ? new URL(url) : { hostname: "" };
  return /^(?:127\.[\d.]+|localhost|\[::1\])$/.test(hostname);
}

async function run(
  call: Call,
  form: HTMLFormElement,
  article: HTMLElement,
  signal: AbortSignal,
): Promise<void> {
  say(form, [], "Sending …");
  const { baseUrl, token } = readSettings();
  const data = new FormData(form);
  const headers: Record<string, string> = data.has("send token")
    ? { authorization: `Bearer ${token}` }
    : {};
  const body = data.get("body");
  if (body !== null) {
    headers["content-type"] = "application/json";
  }
  const start = performance.now();
  try {
    const response = await fetch(baseUrl + requestTarget(call, data), {
      method: call.method,
      headers,
      signal,
      ...(body === null ? {} : { body: String(body) }),
    });
    const text = await response.text();
    const time = Math.round(performance.now() - start);
    const badge = document.createElement("span");
    badge.className = `badge ${kindOf(response.status)}`;
    badge.textContent = `${response.status} ${response.statusText}`.trim();
    say(form, [badge], `${time} ms · ${size(text)}${hint(response, token)}`);
    showResponse(article, response, text);
  } catch (error) {
    const badge = document.createElement("span");
    badge.className = "badge bad";
    badge.textContent = "No response";
    const text = signal.aborted ? "Cancelled." : failureText(baseUrl, error as Error);
    say(form, signal.aborted ? [] : [badge], text);
  }
}

function say(form: HTMLFormElement, badges: readonly Element[], text: string): void {
  form.querySelector("[role=status]")?.replaceChildren(...badges, " ", text);
}

function kindOf(status: number): string {
  if (status < 300) {
    return "ok";
  }
  return status === 429 ? "warn" : "bad";
}

function size(text: string): string {
  const bytes = new TextEncoder().encode(text).length;
  return bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} kB`;
}

/** Shows a response as the first tab beside the examples. */
function showResponse(article: HTMLElement, response: Response, text: string): void {
  const block = article.querySelector("#examples");
  const list = block?.querySelector("[role=tablist]");
  if (!block || !list) {
    return;
  }
  let tab = block.querySelector<HTMLElement>("#last-call-tab");
  let panel = block.querySelector<HTMLElement>("#last-call");
  if (!tab || !panel) {
    list.insertAdjacentHTML(
      "afterbegin",
      '<button type="button" role="tab" id="last-call-tab" aria-controls="last-call">Last call</button>',
    );
    block.insertAdjacentHTML(
      "beforeend",
      `<div role="tabpanel" id="last-call" aria-labelledby="last-call-tab"><pre tabindex="0"><code></code></pre>
<details class="received"><summary>Headers</summary><dl></dl></details></div>`,
    );
    tab = block.querySelector<HTMLElement>("#last-call-tab");
    panel = block.querySelector<HTMLElement>("#last-call");
  }
  panel?.querySelector("code")?.replaceChildren(...highlightJson(pretty(text)));
  panel
    ?.querySelector("dl")
    ?.replaceChildren(...[...response.headers].flatMap(([name, value]) => entry(name, value)));
  selectTab(block, tab ?? undefined);
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

function hint({ status, headers }: Response, token: string): string {
  if (status === 401) {
    const action = token === PLACEHOLDERS.token ? "set a" : "check the";
    return ` · token missing or invalid: ${action} token in Settings`;
  }
  if (status === 429) {
    const ms = parseRetryAfter(headers.get("retry-after"));
    return ` · rate limit exceeded${ms ? `: retry after ${Math.ceil(ms / 1000)} s` : ""}`;
  }
  return "";
}

/** Guesses why a request failed: browsers do not tell scripts. */
function failureText(baseUrl: string, error: Error): string {
  if (!navigator.onLine && !/\/\/(?:127\.|localhost|\[::1\])/.test(baseUrl)) {
    return "This browser is offline.";
  }
  if (location.protocol === "https:" && baseUrl.startsWith("http:")) {
    return `Browsers block requests from an https page to ${baseUrl}. Use an https base URL.`;
  }
  return `${baseUrl} cannot be reached (${error.message}). Is the service running, and does it allow this page by CORS? Change the base URL in Settings.`;
}

function entry(name: string, value: string): HTMLElement[] {
  const term = document.createElement("dt");
  term.textContent = name;
  const text = document.createElement("dd");
  text.textContent = value;
  return [term, text];
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
