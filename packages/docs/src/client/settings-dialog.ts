import { element } from "./dom.ts";
import { defaultSettings, readSettings, type Settings, saveSettings } from "./settings.ts";

type Field = readonly [name: keyof Settings, label: string, type: string];

const NOTE =
  "All code samples and the console use these values. They are stored in this browser only; the token until the tab is closed.";

/** The fields of the dialog; that of the namespace, if an operation has one. */
function fields(): Field[] {
  const { namespace } = document.querySelector<HTMLElement>("button.settings")?.dataset ?? {};
  return [
    ["baseUrl", "Base URL", "url"],
    ["token", "Token", "text"],
    ...(namespace === undefined ? [] : [["graphNs", namespace, "text"] as const]),
  ];
}

/**
 * Opens the settings dialog.
 *
 * @param onChange Called with the settings after they are saved.
 */
export function openSettings(onChange: (settings: Settings) => void): void {
  const settings = readSettings();
  const inputs = fields().map(([name, label, type]) => {
    const own = { type, name, required: "", autocomplete: "off", spellcheck: "false" };
    const input = element("input", own);
    input.value = settings[name];
    return { name, input, row: element("label", {}, label, element("span", FIELD, input)) };
  });
  const reset = element("button", { type: "button", class: "button quiet" }, "Reset");
  reset.addEventListener("click", () => {
    for (const { name, input } of inputs) {
      input.value = defaultSettings()[name];
    }
  });
  const cancel = element("button", { type: "button", class: "button" }, "Cancel");
  cancel.addEventListener("click", () => dialog.close());
  const save = element("button", { type: "submit", class: "button primary" }, "Save");
  const form = element(
    "form",
    { method: "dialog" },
    element("h2", {}, "Settings"),
    ...inputs.map(({ row }) => row),
    element("p", {}, NOTE),
    element("p", { class: "actions" }, reset, cancel, save),
  );
  form.addEventListener("submit", () => {
    const entries = inputs.map(({ name, input }) => [name, input.value.trim()]);
    const changed: Settings = { ...settings, ...Object.fromEntries(entries) };
    const saved = { ...changed, baseUrl: changed.baseUrl.replace(/\/+$/, "") };
    saveSettings(saved);
    onChange(saved);
  });
  const dialog = element("dialog", { class: "settings", "aria-label": "Settings" }, form);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

const FIELD = { class: "field" };
