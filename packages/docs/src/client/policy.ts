import { element } from "./dom.ts";
import { readSettings } from "./settings.ts";

/** Allows a page with a console to connect to its own site and the origin of the base URL only. Runs before all else. */
const page = document.documentElement;
if (page.dataset.console !== undefined) {
  // The page's policy allows all connections; an additional policy can only restrict it.
  const { baseUrl } = readSettings();
  const origin = URL.canParse(baseUrl) ? new URL(baseUrl).origin : "";
  const content = `connect-src 'self' ${origin}`;
  document.head.append(element("meta", { "http-equiv": "Content-Security-Policy", content }));
}
