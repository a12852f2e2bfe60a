import { GENERAL } from "../arguments/general.ts";
import type { Given, Option } from "../arguments/option.ts";
import { parseCommandLine } from "../arguments/parse.ts";
import { listCommands } from "../commands.ts";
import { UsageError } from "../failure.ts";
import { kebab } from "../names.ts";
import { didYouMean } from "../suggest.ts";
import {
  type Profile,
  type Profiles,
  profilePath,
  readProfiles,
  writeProfiles,
} from "./profile-file.ts";
import { checkToken, readTokenFile } from "./token.ts";

const ACTIONS = ["set", "list", "use", "remove"];

const HELP = `Keeps settings under a name, in a file that only you can read.

Usage: npx @chainkit/cli profile set <name> [settings]
       npx @chainkit/cli profile list
       npx @chainkit/cli profile use <name>
       npx @chainkit/cli profile remove <name>

Settings of \`set\`; those that are not given stay as they are:
`;

/**
 * Runs `profile`.
 *
 * @returns What to print.
 */
export async function runProfile(args: readonly string[]): Promise<string> {
  const options = await profileOptions();
  const { given, positionals } = parseCommandLine(args, options, "profile");
  const [action = "", name, ...rest] = positionals;
  if (given.has("help") || !action) {
    return (
      HELP +
      options.map(({ name, value, text }) => `  --${name} <${value}>`.padEnd(24) + text).join("\n")
    );
  }
  if (!ACTIONS.includes(action)) {
    const fix = didYouMean(action, ACTIONS) || `Its actions are ${ACTIONS.join(", ")}.`;
    throw new UsageError(`profile: unknown action ${action}`, fix);
  }
  const file = await readProfiles();
  if (action === "list") {
    return describeProfiles(file);
  }
  if (name === undefined || rest.length > 0 || !/^[\w.-]+$/.test(name)) {
    throw new UsageError(`profile ${action}: expects one name of letters, digits, - and .`);
  }
  if (action === "set") {
    return setProfile(file, name, given);
  }
  if (!Object.hasOwn(file.profiles, name)) {
    const fix = didYouMean(name, Object.keys(file.profiles));
    throw new UsageError(`profile ${action}: there is no profile ${name}`, fix, "name");
  }
  if (action === "use") {
    await writeProfiles({ ...file, current: name });
    return `Profile ${name} is now the current one.`;
  }
  const { [name]: _, ...profiles } = file.profiles;
  const current = file.current === name ? undefined : file.current;
  await writeProfiles({ current, profiles });
  return `Profile ${name} is removed.`;
}

async function profileOptions(): Promise<Option[]> {
  const commands = await listCommands();
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
    ...GENERAL.filter(({ name }) => kept.includes(name)),
  ];
}

async function setProfile(file: Profiles, name: string, given: Given): Promise<string> {
  const [area] = given.get("area") ?? [];
  const settings: Record<string, string> = {};
  for (const [flag, [value = ""]] of given) {
    if (flag === "base-url") {
      settings.baseUrl = checkUrl(value);
    } else if (flag === "token" || flag === "token-file") {
      settings.token = flag === "token" ? checkToken(value, "--token") : await readTokenFile(value);
    } else if (flag !== "area") {
      settings[flag.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())] = value;
    }
  }
  const old: Profile = file.profiles[name] ?? { settings: {}, areas: {} };
  const profile =
    area === undefined
      ? { ...old, settings: { ...old.settings, ...settings } }
      : { ...old, areas: { ...old.areas, [area]: { ...old.areas[area], ...settings } } };
  const current = file.current ?? name;
  await writeProfiles({ current, profiles: { ...file.profiles, [name]: profile } });
  return `Profile ${name} is saved in ${profilePath()}${current === name ? ", and is the current one" : ""}.`;
}

function checkUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.origin + url.pathname !== url.href) {
    throw new UsageError(
      "profile set: --base-url must be an http(s) URL without query or credentials",
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
