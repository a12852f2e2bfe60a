import type { DocsDefaults } from "../serve.ts";

/** Service and credentials of the samples and the console. */
export interface Settings {
  /** Base URL of the service, without a trailing slash. */
  readonly baseUrl: string;
  readonly token: string;
  /** Namespace of subgraph management. */
  readonly graphNs: string;
}

/** Defaults set by the server of the site in `assets/defaults.js`. */
interface Defaults extends Partial<DocsDefaults> {
  /** Prefix of the paths that the server of the site forwards to that service. */
  readonly forwarded?: string;
}

declare global {
  var chainkitDefaults: Defaults | undefined;
}

/** Placeholders used in the samples of the page. */
export const PLACEHOLDERS: Settings = {
  baseUrl: document.documentElement.dataset.baseUrl ?? "http://127.0.0.1:4010",
  token: "my-token",
  graphNs: "example-ns",
};

const KEY = "chainkit.settings";

/** Default settings: those of the server of the site, otherwise the placeholders. */
export function defaultSettings(): Settings {
  return { ...PLACEHOLDERS, ...globalThis.chainkitDefaults?.settings };
}

/**
 * Returns the settings for code that shows values and outputs of the examples: unless the reader has chosen a
 * service, it calls one that has them.
 */
export function exampleSettings(settings: Settings): Settings {
  const { examplesUrl } = globalThis.chainkitDefaults ?? {};
  const isChosen = settings.baseUrl !== defaultSettings().baseUrl;
  return examplesUrl && !isChosen ? { ...PLACEHOLDERS, baseUrl: examplesUrl } : settings;
}

/** Returns where requests of a path go: to the service, or to the server of the site, which forwards them. */
export function originOf(path: string, { baseUrl }: Settings): string {
  const { forwarded } = globalThis.chainkitDefaults ?? {};
  const isForwarded = forwarded && path.startsWith(forwarded);
  return isForwarded && baseUrl === defaultSettings().baseUrl ? location.origin : baseUrl;
}

/** Reads the saved settings, unless they were saved for other defaults such as an earlier port. */
export function readSettings(): Settings {
  const defaults = defaultSettings();
  try {
    const saved = JSON.parse(sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY) ?? "null");
    return saved?.defaults === JSON.stringify(defaults)
      ? { ...defaults, ...saved.settings }
      : defaults;
  } catch {
    return defaults;
  }
}

/** Saves the settings; the token only for the session of the tab. */
export function saveSettings(settings: Settings): void {
  const defaults = JSON.stringify(defaultSettings());
  const { token: _, ...rest } = settings;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ defaults, settings }));
    localStorage.setItem(KEY, JSON.stringify({ defaults, settings: rest }));
  } catch {
    // Without storage, as on some file:// pages, the settings apply to this page only.
  }
}

/** Parameter values of an operation that return data on the service, instead of the examples. */
export function valuesOf(operationId: string): Readonly<Record<string, unknown>> {
  return globalThis.chainkitDefaults?.values?.[operationId] ?? {};
}

/**
 * Replaces the placeholders and example values of a sample with settings and values of the service.
 *
 * @param examples Example values of the sample, by parameter.
 */
export function customize(
  text: string,
  settings: Settings,
  operationId = "",
  examples: Readonly<Record<string, unknown>> = {},
): string {
  const values = valuesOf(operationId);
  const pairs = new Map<string, string>();
  for (const [name, example] of Object.entries(examples)) {
    // Shorter examples occur in too many other words.
    if (name in values && String(example).length > 2) {
      pairs.set(String(example), String(values[name]));
    }
  }
  for (const name of ["baseUrl", "token", "graphNs"] as const) {
    pairs.set(PLACEHOLDERS[name], settings[name]);
  }
  const words = [...pairs.keys()].sort((a, b) => b.length - a.length);
  const pattern = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  return text.replaceAll(
    new RegExp(`(?<![\\w-])(?:${pattern})(?![\\w-])`, "g"),
    (word) => pairs.get(word) ?? word,
  );
}
