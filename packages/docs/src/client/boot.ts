import { readSettings } from "./settings.ts";

// Runs before the page is painted. The key and the classes are Redoc's: its pages follow the choice.
const page = document.documentElement;
try {
  const chosen = localStorage.getItem("redoc.colorMode");
  if (chosen === "light" || chosen === "dark") {
    page.classList.add(chosen);
  }
} catch {
  // Without storage, as on some file:// pages, the system's choice holds.
}

if (page.dataset.console !== undefined) {
  // The page's own policy leaves connections open; a later one can only narrow it.
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  const reload = page.dataset.reload === undefined ? "" : "'self' ";
  policy.content = `connect-src ${reload}${originOf(readSettings().baseUrl)}`;
  document.head.append(policy);
}

function originOf(url: string): string {
  const origin = URL.canParse(url) ? new URL(url).origin : "null";
  return origin === "null" ? "'none'" : origin;
}
