import { defaultSettings, readSettings, type Settings, saveSettings } from "./settings.ts";

type Field = readonly [name: keyof Settings, label: string, type: string];

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
  const dialog = document.createElement("dialog");
  dialog.className = "settings";
  dialog.setAttribute("aria-label", "Settings");
  const form = document.createElement("form");
  form.method = "dialog";
  const title = document.createElement("h2");
  title.textContent = "Settings";
  form.append(title);
  const settings = readSettings();
  const shown = fields();
  const inputs = shown.map(([name, label, type]) => {
    const row = document.createElement("label");
    row.textContent = label;
    const input = document.createElement("input");
    input.type = type;
    input.name = name;
    input.required = true;
    input.autocomplete = "off";
    input.spellcheck = false;
    input.value = settings[name];
    const box = document.createElement("span");
    box.className = "field";
    box.append(input);
    row.append(box);
    form.append(row);
    return input;
  });
  const note = document.createElement("p");
  note.textContent =
    "All code samples and the console use these values. They are stored in this browser only; the token until the tab is closed.";
  const actions = document.createElement("p");
  actions.className = "actions";
  const reset = button("Reset", "button", "quiet");
  reset.addEventListener("click", () => {
    const defaults = defaultSettings();
    for (const [index, [name]] of shown.entries()) {
      (inputs[index] as HTMLInputElement).value = defaults[name];
    }
  });
  const cancel = button("Cancel", "button");
  cancel.addEventListener("click", () => dialog.close());
  actions.append(reset, cancel, button("Save", "submit", "primary"));
  form.append(note, actions);
  form.addEventListener("submit", () => {
    const entries = shown.map(([name], index) => [name, inputs[index]?.value.trim() ?? ""]);
    const changed: Settings = { ...settings, ...Object.fromEntries(entries) };
    const saved = { ...changed, baseUrl: changed.baseUrl.replace(/\/+$/, "") };
    saveSettings(saved);
    onChange(saved);
  });
  dialog.append(form);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function button(text: string, type: "button" | "submit", kind = ""): HTMLButtonElement {
  const element = document.createElement("button");
  element.type = type;
  element.className = `button ${kind}`.trim();
  element.textContent = text;
  return element;
}
