import { createProgram, didYouMean, helpText, kebab, UsageError } from "@chainkit/command";
import { GENERAL, type Given, type Option, SUCCESS_CODES } from "../arguments/options.ts";
import { parseCommandLine } from "../arguments/parse.ts";
import { type CommandSummary, listCommands } from "../commands.ts";
import { addFlags } from "../help.ts";
import {
  type Profile,
  type Profiles,
  profilePath,
  readProfiles,
  writeProfiles,
} from "./profile-file.ts";
import { readCodes } from "./settings.ts";
import { checkToken, readTokenFile } from "./token.ts";

export const ACTIONS = ["set", "list", "use", "remove", "names"];

/** The help, of which the flags are the settings of `set`; others remain unchanged. */
function help(options: readonly Option[]): string {
  const usage = "npx @chainkit/cli profile";
  const program = createProgram({
    usage,
    description: "Stores named settings in a file that only you can read.",
  }).usage(
    ["set <name> [settings]", "list", "names", "use <name>", "remove <name>"].join(
      `\n       ${usage} `,
    ),
  );
  return helpText(addFlags(program, "Settings of `set`; others remain unchanged", options));
}

/**
 * Runs `profile`.
 *
 * @returns What to print.
 */
export async function runProfile(args: readonly string[]): Promise<string> {
  const commands = await listCommands();
  const options = profileOptions(commands);
  const { given, positionals } = parseCommandLine(args, options, "profile");
  const [action = "", name, ...rest] = positionals;
  if (given.has("help") || !action) {
    return help(options);
  }
  if (!ACTIONS.includes(action)) {
    const fix = didYouMean(action, ACTIONS) || `Expected one of ${ACTIONS.join(", ")}.`;
    throw new UsageError(`profile: unknown action ${action}`, fix);
  }
  const file = await readProfiles();
  if (action === "list") {
    return describeProfiles(file);
  }
  if (action === "names") {
    return Object.keys(file.profiles).join("\n");
  }
  if (name === undefined || rest.length > 0 || !/^[\w.-]+$/.test(name)) {
    throw new UsageError(`profile ${action}: expects one name of letters, digits, - and .`);
  }
  if (action === "set") {
    const names = [...new Set(commands.flatMap(({ clientOptions }) => clientOptions))];
    return setProfile(file, name, await readSettings(given, names), given.get("area")?.[0]);
  }
  if (!Object.hasOwn(file.profiles, name)) {
    const fix = didYouMean(name, Object.keys(file.profiles));
    throw new UsageError(`profile ${action}: there is no profile ${name}`, fix, "name");
  }
  if (action === "use") {
    await writeProfiles({ ...file, current: name });
    return `Profile ${name} is now current.`;
  }
  const { [name]: _, ...profiles } = file.profiles;
  const current = file.current === name ? undefined : file.current;
  await writeProfiles({ current, profiles });
  return `Profile ${name} was removed.`;
}

function profileOptions(commands: readonly CommandSummary[]): Option[] {
  const areas = [...new Set(commands.map(({ area }) => area))];
  const bound = [...new Set(commands.flatMap(({ clientOptions }) => clientOptions))];
  const kept = ["base-url", "token-file", "token", "help"];
  return [
    { name: "area", value: "name", values: areas, text: "for one area only" },
    ...bound.map((name) => ({
      name: kebab(name),
      value: "value",
      text: `the ${name} of the client`,
    })),
    SUCCESS_CODES,
    ...GENERAL.filter(({ name }) => kept.includes(name)),
  ];
}

/**
 * The settings among the flags, by their names.
 *
 * @param names Names of the client options that supply parameters.
 */
async function readSettings(
  given: Given,
  names: readonly string[],
): Promise<Record<string, string>> {
  const settings: Record<string, string> = {};
  for (const [flag, [value = ""]] of given) {
    if (flag === "base-url") {
      settings.baseUrl = checkUrl(value);
    } else if (flag === "token" || flag === "token-file") {
      settings.token = flag === "token" ? checkToken(value, "--token") : await readTokenFile(value);
    } else if (flag === "success-codes") {
      settings.successCodes = readCodes(value).join(",");
    } else if (flag !== "area") {
      settings[names.find((each) => kebab(each) === flag) ?? flag] = value;
    }
  }
  return settings;
}

async function setProfile(
  file: Profiles,
  name: string,
  settings: Profile["settings"],
  area: string | undefined,
): Promise<string> {
  const isThere = Object.hasOwn(file.profiles, name);
  const old = (isThere && file.profiles[name]) || { settings: {}, areas: {} };
  const profile =
    area === undefined
      ? { ...old, settings: { ...old.settings, ...settings } }
      : { ...old, areas: { ...old.areas, [area]: { ...old.areas[area], ...settings } } };
  const current = file.current ?? name;
  await writeProfiles({ current, profiles: { ...file.profiles, [name]: profile } });
  return `Profile ${name} is saved in ${profilePath()}${current === name ? ", and is now current" : ""}.`;
}

function checkUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isPlain = url && url.origin + url.pathname === url.href && !value.includes("{");
  if (!isPlain || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(
      "profile set: --base-url must be an http(s) URL without query, credentials or {name}",
      "",
      "base-url",
    );
  }
  return value;
}

/** A line for each profile and each area that has settings of its own. Tokens are not shown. */
function describeProfiles({ current, profiles }: Profiles): string {
  const lines = Object.entries(profiles).flatMap(([name, { settings, areas }]) => [
    `${name === current ? "*" : " "} ${name}  ${describeSettings(settings)}`,
    ...Object.entries(areas).map(([area, own]) => `    ${area}  ${describeSettings(own)}`),
  ]);
  return lines.join("\n") || `There is no profile in ${profilePath()}.`;
}

const describeSettings = (settings: Profile["settings"]): string =>
  Object.entries(settings)
    .map(([name, value]) => `${kebab(name)}=${name === "token" ? "(set)" : value}`)
    .join(" ") || "(no settings)";
