import { SCHEME_KEY } from "./scheme-key.ts";

/** Returns the reader's choice of light or dark, or null. */
function chosenScheme(): string | null {
  try {
    return localStorage.getItem(SCHEME_KEY);
  } catch {
    // Some pages from disk have no storage.
    return null;
  }
}

/** Applies the reader's choice of light or dark; without one, or without storage, the system's applies. */
export function applyScheme(): void {
  const chosen = chosenScheme();
  if (chosen === "light" || chosen === "dark") {
    document.documentElement.classList.add(chosen);
  }
}

/** Switches between light and dark, and saves the choice. */
export function toggleScheme(): void {
  const { classList } = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)").matches;
  const isDark = classList.contains("dark") || (system && !classList.contains("light"));
  const chosen = isDark ? "light" : "dark";
  classList.remove("light", "dark");
  classList.add(chosen);
  try {
    localStorage.setItem(SCHEME_KEY, chosen);
  } catch {
    // Without storage, the choice applies to this page only.
  }
}
