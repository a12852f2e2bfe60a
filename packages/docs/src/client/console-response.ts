import { element } from "./dom.ts";
import { selectTab } from "./tabs.ts";

/** Shows a response as the first tab beside the examples. */
export function showResponse(article: HTMLElement, response: Response, text: string): void {
  const block = article.querySelector("#examples") as HTMLElement;
  if (!block.querySelector("#last-call")) {
    block
      .querySelector("[role=tablist]")
      ?.insertAdjacentHTML(
        "afterbegin",
        '<button type="button" role="tab" id="last-call-tab" aria-controls="last-call">Last call</button>',
      );
    block.insertAdjacentHTML(
      "beforeend",
      `<div role="tabpanel" id="last-call" aria-labelledby="last-call-tab"><pre tabindex="0"><code></code></pre>
<details class="received"><summary>Headers</summary><dl></dl></details></div>`,
    );
  }
  const panel = block.querySelector("#last-call");
  panel?.querySelector("code")?.replaceChildren(...highlightJson(pretty(text)));
  const headers = [...response.headers].flatMap(([name, value]) => [
    element("dt", {}, name),
    element("dd", {}, value),
  ]);
  panel?.querySelector("dl")?.replaceChildren(...headers);
  selectTab(block, block.querySelector("#last-call-tab") ?? undefined);
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const TOKENS =
  /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Highlights JSON with the classes of `code.css`; other text stays plain. */
function highlightJson(text: string): (string | HTMLElement)[] {
  if (!/^\s*[{[]/.test(text)) {
    return [text];
  }
  const parts: (string | HTMLElement)[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    const [whole, string = "", colon = ""] = match;
    const kind = string ? "s" : "n";
    const token = element("span", { class: colon ? "p" : kind }, string || whole);
    parts.push(text.slice(end, match.index), token, colon);
    end = match.index + whole.length;
  }
  return [...parts, text.slice(end)];
}
