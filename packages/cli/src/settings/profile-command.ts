import { GENERAL, SUCCESS_CODES } from "../arguments/general.ts";
import type { Given, Option } from "../arguments/option.ts";
import { parseCommandLine } from "../arguments/parse.ts";
import { type CommandSummary, listCommands } from "../commands.ts";
import { UsageError } from "../failure.ts";
import { optionRows } from "../help/option-rows.ts";
import { helpWidth, twoColumns } from "../help/wrap.ts";
import { kebab } from "../names.ts";
import { didYouMean } from "../suggest.ts";
import { describeProfiles } from "./describe-profiles.ts";
import {
  type Profile,
  type Profiles,
  profilePath,
  readProfiles,
  writeProfiles,
} from "./profile-file.ts";
import { readCodes } from "./success-codes.ts";
import { checkToken, readTokenFile } from "./token.ts";

export const ACTIONS = ["set", "list", "use", "remove", "names"];

const HELP = `Stores named settings in a file that only you can read.

Usage: npx @chainkit/cli profile set <name> [settings]
       npx @chainkit/cli profile list
       npx @chainkit/cli profile names
       npx @chainkit/cli profile use <name>
       npx @chainkit/cli profile remove <name>

Settings of \`set\`; others remain unchanged:
`;

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
    return HELP + twoColumns(optionRows(options), helpWidth()).join("\n");
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
    { name: "area", value: "name", values: areas, text: `for one area only: ${areas.join(", ")}` },
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
