import { readSettings } from "./settings.ts";

// Runs before first paint. Key and class names are those of Redoc, so the choice applies to its pages.
const page = document.documentElement;
try {
  const chosen = localStorage.getItem("redoc.colorMode");
  if (chosen === "light" || chosen === "dark") {
    page.classList.add(chosen);
  }
} catch {
  // Without storage, as on some file:// pages, the system setting applies.
}

if (page.dataset.console !== undefined) {
  // The page's policy allows all connections; an additional policy can only restrict it.
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
