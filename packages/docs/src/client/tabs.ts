/** Makes the tabs of the page work: the panel of the chosen tab is shown, and arrow keys move between tabs. */
export function addTabs(): void {
  for (const block of document.querySelectorAll<HTMLElement>(".tabbed")) {
    const list = block.querySelector<HTMLElement>("[role=tablist]");
    list?.addEventListener("click", ({ target }) => {
      const tab = (target as Element).closest<HTMLElement>("[role=tab]");
      if (tab) {
        choose(tab);
      }
    });
    list?.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step) {
        const tabs = tabsOf(block);
        const at = tabs.indexOf(event.target as HTMLElement);
        const next = tabs[(at + step + tabs.length) % tabs.length];
        if (next) {
          choose(next);
          next.focus();
        }
      }
    });
    selectTab(block, tabsOf(block)[0]);
    block.dataset.ready = "";
  }
  selectLanguage(savedLanguage());
}

/** Selects a tab of a block and shows its panel. */
export function selectTab(block: Element, chosen: Element | undefined): void {
  for (const tab of tabsOf(block)) {
    const isChosen = tab === chosen;
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    const panel = document.getElementById(tab.getAttribute("aria-controls") ?? "");
    panel?.toggleAttribute("hidden", !isChosen);
  }
}

function tabsOf(block: Element): HTMLElement[] {
  return [...block.querySelectorAll<HTMLElement>("[role=tab]")];
}

/** A choice of a language applies to all blocks that have it, on all pages. */
function choose(tab: HTMLElement): void {
  const block = tab.closest(".tabbed");
  if (!block) {
    return;
  }
  selectTab(block, tab);
  if (isOfLanguages(block)) {
    selectLanguage(tab.textContent);
    try {
      localStorage.setItem("chainkit.language", tab.textContent ?? "");
    } catch {
      // Without storage, the choice applies to this page only.
    }
  }
}

function isOfLanguages(block: Element): boolean {
  return block.querySelector('[role=tablist][aria-label^="Language"]') !== null;
}

function selectLanguage(language: string | null): void {
  for (const block of document.querySelectorAll(".tabbed")) {
    const tab = tabsOf(block).find(({ textContent }) => textContent === language);
    if (tab && isOfLanguages(block)) {
      selectTab(block, tab);
    }
  }
}

function savedLanguage(): string | null {
  try {
    return localStorage.getItem("chainkit.language");
  } catch {
    return null;
  }
}
