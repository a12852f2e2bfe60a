import { highlightJson } from "./highlight-json.ts";
import { selectTab } from "./tabs.ts";

/** Shows a response as the first tab beside the examples. */
export function showResponse(article: HTMLElement, response: Response, text: string): void {
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
