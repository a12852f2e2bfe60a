import { didYouMean, kebab, UsageError } from "@chainkit/command";
import type { Given } from "../arguments/options.ts";
import { type Command, variableOf } from "../commands.ts";
import { type Profile, profilePath, readProfiles } from "./profile-file.ts";
import { checkToken, readTokenFile } from "./token.ts";

/** Settings of a call other than its parameters. */
export interface Settings {
  /** Options of the client: `baseUrl`, credentials, and those that supply parameters, such as `graphNs`. */
  readonly options: { readonly baseUrl: string; readonly [name: string]: unknown };
  /** Texts that must not be shown. */
  readonly secrets: readonly string[];
  /** Something that the user should know. */
  readonly notes: readonly string[];
}

type Found = { readonly value: string; readonly profile?: Profile } | undefined;
type Find = (name: string) => Promise<Found>;

/**
 * Resolves the settings of a call, each from its flag, then the environment, then the profile; in the
 * last two, one for the area wins over one for all.
 *
 * @throws UsageError for a setting that is missing or a profile that does not exist.
 */
export async function resolveSettings(
  command: Command,
  given: Given,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Settings> {
  let loaded: Promise<Profile | undefined> | undefined;
  const profile = () => {
    loaded ??= readProfile(given.get("profile")?.[0] ?? (env.CHAINKIT_PROFILE || undefined));
    return loaded;
  };
  const { source } = command;
  const find: Find = async (name) => {
    const [file] = given.get("token-file") ?? [];
    if (name === "token" && file !== undefined) {
      return { value: await readTokenFile(file) };
    }
    const ofArea = source ? undefined : env[variableOf(command, name, command.area)];
    const value =
      given.get(kebab(name))?.[0] ?? (ofArea || env[variableOf(command, name)] || undefined);
    if (value !== undefined || source) {
      return value === undefined ? undefined : { value };
    }
    const chosen = await profile();
    const kept = chosen?.areas[command.area]?.[name] ?? chosen?.settings[name];
    return chosen && kept !== undefined ? { value: kept, profile: chosen } : undefined;
  };
  if (given.has("profile")) {
    await profile();
  }
  const baseUrl = (await find("baseUrl"))?.value ?? command.baseUrl;
  if (!baseUrl) {
    const mock = `npx @chainkit/mock${source ? ` --spec ${source.file}` : ""}`;
    throw missing(command, "baseUrl", `For a local one with example data: ${mock}`);
  }
  const options: { baseUrl: string; [name: string]: unknown } = { baseUrl };
  for (const name of command.clientOptions) {
    const found = await find(name);
    if (!found) {
      throw missing(command, name);
    }
    options[name] = found.value;
  }
  if (source) {
    const credentials = await findCredentials(command, given, find);
    const secrets = Object.values(credentials).flatMap((value) => [value, btoa(value)]);
    return { options: { ...options, ...credentials }, secrets, notes: [] };
  }
  const { token, notes } = await findToken(command, given, baseUrl, find);
  const codes = command.envelope && (await find("successCodes"));
  if (codes) {
    options.successCodes = readCodes(codes.value);
  }
  return token
    ? { options: { ...options, token }, secrets: [token], notes }
    : { options, secrets: [], notes };
}

/** The credentials of an operation of a document: those of the first alternative that are all set. */
async function findCredentials(command: Command, given: Given, find: Find) {
  let unset: string | undefined;
  for (const alternative of command.credentials ?? []) {
    const values = alternative.map(async ({ name }) => [name, (await find(name))?.value] as const);
    const found = await Promise.all(values);
    const [absent] = found.find(([, value]) => value === undefined) ?? [];
    if (absent === undefined) {
      return Object.fromEntries(found) as Readonly<Record<string, string>>;
    }
    unset ??= absent;
  }
  if (unset !== undefined && command.auth === "required" && !given.has("dry-run")) {
    throw missing(command, unset);
  }
  return {};
}

async function findToken(
  command: Command,
  given: Given,
  baseUrl: string,
  find: Find,
): Promise<{ token?: string; notes: string[] }> {
  if (command.auth === "none") {
    return { notes: [] };
  }
  const found = await find("token");
  // A token kept for one service must not reach another one because its address was given by hand.
  const isForeign = found?.profile && !originsOf(found.profile).includes(originOf(baseUrl) ?? "");
  if (found && !isForeign) {
    const isOpen = /^http:\/\/(?!(localhost|127\.|\[::1\]))/i.test(baseUrl);
    const notes = isOpen ? ["the token is sent without encryption: the base URL is http"] : [];
    return { token: checkToken(found.value, "the token setting"), notes };
  }
  const note = isForeign ? ["the profile's token is not sent: its base URL is different"] : [];
  if (command.auth === "required" && !given.has("dry-run")) {
    throw isForeign
      ? new UsageError(`${command.name}: ${note[0]}`, "Set CHAINKIT_TOKEN for this one.", "token")
      : missing(command, "token");
  }
  return { notes: note };
}

function originOf(url = ""): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}

function originsOf({ settings, areas }: Profile): (string | undefined)[] {
  return [settings, ...Object.values(areas)].map(({ baseUrl }) => originOf(baseUrl));
}

function missing(command: Command, setting: string, more = ""): UsageError {
  const { name, source } = command;
  const flag = setting === "token" ? "token-file" : kebab(setting);
  const profile = ` or a profile (npx @chainkit/cli profile set --help).`;
  const variable = variableOf(command, setting);
  const fix = source ? `Set ${variable} or --${flag}.` : `Set --${flag}, ${variable}${profile}`;
  return new UsageError(`${name}: no ${setting} is set`, `${fix}${more && `\n${more}`}`, setting);
}

/** The profile asked for, else the current one; undefined if there is none. */
async function readProfile(asked: string | undefined): Promise<Profile | undefined> {
  const { current, profiles } = await readProfiles();
  const name = asked ?? current;
  if (name === undefined || Object.hasOwn(profiles, name)) {
    return profiles[name ?? ""];
  }
  const names = Object.keys(profiles);
  const hint = didYouMean(name, names) || `Profiles: ${names.join(", ") || "none"}.`;
  throw new UsageError(`there is no profile ${name} in ${profilePath()}`, hint, "profile");
}

/** Reads result codes with commas between them. */
export function readCodes(text: string): number[] {
  if (!/^-?\d+(,-?\d+)*$/.test(text)) {
    const what = `--success-codes must be integers with commas between them; received "${text}"`;
    throw new UsageError(what, "", "success-codes");
  }
  return text.split(",").map(Number);
}
