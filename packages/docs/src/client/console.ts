import { addToContents } from "./contents.ts";
import { PLACEHOLDERS, readSettings, valuesOf } from "./settings.ts";

/** Request description of an operation, from the `data-call` attribute of its page. */
interface Call {
  readonly path: string;
  readonly auth: "required" | "optional" | "none";
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly example?: unknown;
  }[];
}

/** Adds a console to the page of a read operation, which sends requests and shows responses. */
export function addConsole(): void {
  const article = document.querySelector<HTMLElement>("[data-call]");
  const before = article?.querySelector("h2#parameters, h2#responses");
  if (!article || !before) {
    return;
  }
  const call: Call = JSON.parse(article.dataset.call ?? "");
  const section = document.createElement("section");
  section.className = "console";
  section.setAttribute("aria-labelledby", "try-it");
  section.innerHTML = `<h2 id="try-it">Try it</h2><form></form>
<div class="result"><p role="status"></p><dl hidden></dl><pre tabindex="0" hidden></pre></div>`;
  const form = section.querySelector("form") as HTMLFormElement;
  const values = valuesOf(article.dataset.operation ?? "");
  for (const { name, required, example } of call.parameters) {
    const value = values[name] ?? (required ? example : "");
    form.append(field(name, required, value === undefined ? "" : String(value)));
  }
  if (call.auth !== "none") {
    const label = document.createElement("label");
    label.className = "check";
    const box = document.createElement("input");
    box.type = "checkbox";
    box.name = "send token";
    box.checked = call.auth === "required";
    label.append(box, "Send the token");
    form.append(label);
  }
  const actions = document.createElement("p");
  actions.className = "actions";
  actions.innerHTML =
    '<button type="submit">Send</button> <button type="button" disabled>Cancel</button>';
  form.append(actions);
  const [send, cancel] = actions.querySelectorAll("button") as unknown as HTMLButtonElement[];
  before.before(section);
  addToContents("try-it", "Try it", before.id);

  let controller: AbortController | undefined;
  cancel?.addEventListener("click", () => controller?.abort());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    controller = new AbortController();
    send?.setAttribute("disabled", "");
    cancel?.removeAttribute("disabled");
    await run(call, form, section, controller.signal);
    cancel?.setAttribute("disabled", "");
    send?.removeAttribute("disabled");
  });
}

function field(name: string, required: boolean, value: string): HTMLLabelElement {
  const label = document.createElement("label");
  label.textContent = required ? name : `${name} (optional)`;
  const input = document.createElement("input");
  input.name = name;
  input.required = required;
  input.value = value;
  input.autocomplete = "off";
  input.spellcheck = false;
  label.append(input);
  return label;
}

async function run(
  call: Call,
  form: HTMLFormElement,
  section: HTMLElement,
  signal: AbortSignal,
): Promise<void> {
  const status = section.querySelector("[role=status]") as HTMLElement;
  const list = section.querySelector("dl") as HTMLElement;
  const body = section.querySelector("pre") as HTMLElement;
  list.hidden = true;
  body.hidden = true;
  status.textContent = "Sending …";
  const { baseUrl, token } = readSettings();
  const data = new FormData(form);
  const headers: Record<string, string> = data.has("send token")
    ? { authorization: `Bearer ${token}` }
    : {};
  const start = performance.now();
  try {
    const response = await fetch(baseUrl + requestTarget(call, data), { headers, signal });
    const text = await response.text();
    const time = Math.round(performance.now() - start);
    const note = hint(response, token);
    status.textContent = `${response.status} ${response.statusText} · ${time} ms${note}`.trim();
    list.replaceChildren(...[...response.headers].flatMap(([name, value]) => entry(name, value)));
    body.textContent = pretty(text);
    list.hidden = false;
    body.hidden = text === "";
  } catch (error) {
    status.textContent = signal.aborted ? "Cancelled." : failureText(baseUrl, error as Error);
  }
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
    const after = headers.get("retry-after");
    return ` · rate limit exceeded${after ? `: retry after ${after} s` : ""}`;
  }
  return "";
}

/** Guesses why a request failed: browsers do not tell scripts. */
function failureText(baseUrl: string, error: Error): string {
  if (!navigator.onLine && !/\/\/(?:127\.|localhost|\[::1\])/.test(baseUrl)) {
    return "No response: this browser is offline.";
  }
  if (location.protocol === "https:" && baseUrl.startsWith("http:")) {
    return `No response: browsers block requests from an https page to ${baseUrl}. Use an https base URL.`;
  }
  return `No response from ${baseUrl} (${error.message}). Is the service running, and does it allow this page by CORS? Change the base URL in Settings.`;
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
