import { parseRetryAfter } from "@chainkit/openapi/http";
import type { Call } from "./call.ts";
import { fillForm, requestOf } from "./console-request.ts";
import { showResponse } from "./console-response.ts";
import { element } from "./dom.ts";
import { originOf, PLACEHOLDERS, readSettings, valuesOf } from "./settings.ts";

/** Makes the console of an operation work: it sends requests to the service of the settings. */
export function addConsole(): void {
  const article = document.querySelector<HTMLElement>("[data-call]");
  const form = article?.querySelector<HTMLFormElement>(".console form");
  if (!article || !form) {
    return;
  }
  const call: Call = JSON.parse(article.dataset.call ?? "");
  const settings = readSettings();
  const { baseUrl } = settings;
  const target = article.querySelector(".console .target");
  target?.replaceChildren(URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl);
  fillForm(form, valuesOf(article.dataset.operation ?? ""), settings.graphNs);
  const cancel = form.querySelector("[type=button]") as HTMLButtonElement;
  const send = form.querySelector("[type=submit]") as HTMLButtonElement;
  if (call.method !== "GET" && !isLocal(baseUrl)) {
    send.disabled = true;
    say(form, "Writes are sent to a service on this machine only: set its base URL in Settings.");
  } else if (call.isSameOrigin && isForeign(originOf(call.path, settings))) {
    say(
      form,
      "A chainkit service accepts this operation from no page of another origin; the mock does. The docs of start and dev forward it.",
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

/** Whether a URL has another origin than this page. */
function isForeign(url: string): boolean {
  return URL.canParse(url) && new URL(url).origin !== location.origin;
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
  say(form, "Sending …");
  const settings = readSettings();
  const { baseUrl, token } = settings;
  const { target, init } = requestOf(call, new FormData(form), token);
  const start = performance.now();
  try {
    const response = await fetch(originOf(call.path, settings) + target, { ...init, signal });
    const text = await readText(response);
    const time = Math.round(performance.now() - start);
    const status = `${response.status} ${response.statusText}`.trim();
    const outcome = `${time} ms · ${size(text)}${hint(response, token)}`;
    say(form, outcome, badge(kindOf(response), status));
    showResponse(article, response, text);
  } catch (error) {
    if (signal.aborted) {
      say(form, "Cancelled.");
    } else {
      say(form, failureText(baseUrl, error as Error), badge("bad", "No response"));
    }
  }
}

/** Characters of a response that are shown; a page with more of them would not respond any more. */
const MAX_SHOWN = 5_000_000;

/** Reads a response as far as it is shown. */
async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  let text = "";
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {};
    if (done) {
      return text;
    }
    text += decoder.decode(value, { stream: true });
    if (text.length > MAX_SHOWN) {
      await reader?.cancel();
      return `${text.slice(0, MAX_SHOWN)}… (only the first ${MAX_SHOWN} characters are shown)`;
    }
  }
}

function say(form: HTMLFormElement, text: string, ...badges: readonly Element[]): void {
  form.querySelector("[role=status]")?.replaceChildren(...badges, " ", text);
}

const badge = (kind: string, text: string) => element("span", { class: `badge ${kind}` }, text);

function kindOf({ ok, status }: Response): string {
  if (ok) {
    return "ok";
  }
  return status === 429 ? "warn" : "bad";
}

function size(text: string): string {
  const bytes = new TextEncoder().encode(text).length;
  return bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} kB`;
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
  if (!navigator.onLine && !isLocal(baseUrl)) {
    return "This browser is offline.";
  }
  if (location.protocol === "https:" && baseUrl.startsWith("http:")) {
    return `Browsers block requests from an https page to ${baseUrl}. Use an https base URL.`;
  }
  return `${baseUrl} cannot be reached (${error.message}). Is the service running, and does it allow this page by CORS? Change the base URL in Settings.`;
}
