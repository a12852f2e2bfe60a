/**
 * Fixes what Redoc's markup lacks for assistive technology, now and whenever Redoc changes the page:
 * heading levels without gaps, a landmark around the menu, and names of menus that contain their text.
 */
export function makeAccessible(redoc: Element): void {
  let isScheduled = false;
  const observer = new MutationObserver(() => {
    if (!isScheduled) {
      isScheduled = true;
      requestAnimationFrame(() => {
        isScheduled = false;
        fix(redoc);
      });
    }
  });
  observer.observe(redoc, { childList: true, subtree: true, characterData: true });
  fix(redoc);
}

function fix(redoc: Element): void {
  // An operation is a second level, and its parts begin at the fourth.
  for (const heading of redoc.querySelectorAll("h4, h5, h6")) {
    heading.setAttribute("aria-level", String(Number(heading.tagName.slice(1)) - 1));
  }
  const menu = redoc.querySelector(".menu-content");
  menu?.setAttribute("role", "navigation");
  menu?.setAttribute("aria-label", "Operations");
  for (const button of redoc.querySelectorAll("button[aria-label][aria-haspopup]")) {
    const label = button.getAttribute("aria-label") ?? "";
    const text = button.textContent?.trim() ?? "";
    const [name] = label.split(": ");
    if (text && text !== label && label !== `${name}: ${text}`) {
      button.setAttribute("aria-label", `${name}: ${text}`);
    }
  }
}
