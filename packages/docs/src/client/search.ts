import MiniSearch from "minisearch";
import type { Entry } from "./entry.ts";
import { loadScript } from "./load-script.ts";

declare global {
  var chainkitSearch: Entry[] | undefined;
}

const root = document.documentElement.dataset.root ?? "";
type Index = MiniSearch<Entry & { joined: string }>;
let index: Promise<Index> | undefined;

/** Splits text into words, and identifiers such as getBlock or chain_name into their parts too. */
function tokenize(text: string): string[] {
  return text.split(/[^\p{L}\p{N}_]+/u).flatMap((word) => {
    const parts = word.split(/_|(?<=[a-z\d])(?=[A-Z])/);
    return parts.length > 1 ? [word, ...parts] : [word];
  });
}

async function loadIndex(): Promise<Index> {
  await loadScript(`${root}assets/search.js`).catch(() => {
    throw new Error("The search index cannot be loaded.");
  });
  const entries = new MiniSearch<Entry & { joined: string }>({
    fields: ["title", "names", "topics", "group", "text", "joined"],
    storeFields: ["title", "group", "href"],
    tokenize,
    searchOptions: {
      boost: { title: 4, names: 6, topics: 20, group: 2 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: "AND",
    },
  });
  const found = globalThis.chainkitSearch ?? [];
  // "quickstart" for "Quick start".
  const joined = ({ title }: Entry) => title.replaceAll(/[\s-]+/g, "");
  entries.addAll(found.map((entry, id) => ({ id, joined: joined(entry), ...entry })));
  return entries;
}

const dialog = document.createElement("dialog");
dialog.className = "finder";
dialog.setAttribute("aria-label", "Search");
dialog.innerHTML = `<input type="search" role="combobox" aria-label="Search" aria-controls="found"
 aria-expanded="true" aria-autocomplete="list" autocomplete="off" spellcheck="false"
 placeholder="Search operations, fields and guides">
<div id="found" role="listbox" aria-label="Results"></div><p role="status"></p>`;
const input = dialog.querySelector("input") as HTMLInputElement;
const list = dialog.querySelector("[role=listbox]") as HTMLElement;
const status = dialog.querySelector("[role=status]") as HTMLElement;

/** Opens the site search. */
export function openSearch(): void {
  if (dialog.open) {
    return;
  }
  if (!dialog.isConnected) {
    document.body.append(dialog);
  }
  index ??= loadIndex();
  dialog.showModal();
  input.select();
  void show();
}

async function show(): Promise<void> {
  const query = input.value.trim();
  const entries = await index?.catch((error: Error) => {
    status.textContent = error.message;
  });
  if (!entries || query !== input.value.trim()) {
    return;
  }
  const found = query ? varied(entries.search(query)).slice(0, 12) : [];
  list.replaceChildren(...found.map(option));
  status.textContent = query && found.length === 0 ? "No results." : "";
  select(list.firstElementChild);
}

/** Puts what has the title of three better results last: most listings have the same parameters. */
function varied<Result extends Record<string, unknown>>(results: readonly Result[]): Result[] {
  const times = new Map<unknown, number>();
  const isRepeated = results.map(({ title }) => {
    const before = times.get(title) ?? 0;
    times.set(title, before + 1);
    return before >= 3;
  });
  return [
    ...results.filter((_, at) => !isRepeated[at]),
    ...results.filter((_, at) => isRepeated[at]),
  ];
}

function option({ title, group, href }: Record<string, unknown>, position: number): HTMLElement {
  const link = document.createElement("a");
  link.href = root + String(href);
  link.id = `found-${position}`;
  link.tabIndex = -1;
  link.setAttribute("role", "option");
  const label = document.createElement("strong");
  label.textContent = String(title);
  const context = document.createElement("span");
  context.textContent = String(group);
  link.append(label, context);
  return link;
}

function select(chosen: Element | null): void {
  for (const each of list.children) {
    each.setAttribute("aria-selected", String(each === chosen));
  }
  input.setAttribute("aria-activedescendant", chosen?.id ?? "");
  chosen?.scrollIntoView({ block: "nearest" });
}

input.addEventListener("input", show);
// A link to another section of the same page does not close the dialog.
list.addEventListener("click", () => dialog.close());
dialog.addEventListener("click", (event) => {
  if (event.target === dialog) {
    dialog.close();
  }
});
input.addEventListener("keydown", (event) => {
  const chosen = list.querySelector<HTMLElement>("[aria-selected=true]");
  if (event.key === "ArrowDown") {
    select(chosen?.nextElementSibling ?? list.firstElementChild);
  } else if (event.key === "ArrowUp") {
    select(chosen?.previousElementSibling ?? list.lastElementChild);
  } else if (event.key === "Enter") {
    chosen?.click();
  } else {
    return;
  }
  event.preventDefault();
});
