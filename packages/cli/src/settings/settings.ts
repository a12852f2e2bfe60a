import type { Given } from "../arguments/option.ts";
import type { Command } from "../commands.ts";
import { UsageError } from "../failure.ts";
import { envName, kebab } from "../names.ts";
import { didYouMean } from "../suggest.ts";
import { type Profile, profilePath, readProfiles } from "./profile-file.ts";
import { readCodes } from "./success-codes.ts";
import { checkToken, readTokenFile } from "./token.ts";

/** Settings of a call other than its parameters. */
export interface Settings {
  readonly baseUrl: string;
  readonly token?: string;
  /** Client options that supply parameters, such as `graphNs`. */
  readonly bound: Readonly<Record<string, string>>;
  /** Result codes of an envelope that mean success. */
  readonly successCodes?: readonly number[];
  /** Something that the user should know. */
  readonly notes: readonly string[];
}

type Found = { readonly value: string; readonly profile?: Profile } | undefined;

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
  const find = async (name: string): Promise<Found> => {
    const value =
      given.get(kebab(name))?.[0] ??
      (env[envName(command.area, name)] || env[envName(name)] || undefined);
    if (value !== undefined) {
      return { value };
    }
    const chosen = await profile();
    const kept = chosen?.areas[command.area]?.[name] ?? chosen?.settings[name];
    return chosen && kept !== undefined ? { value: kept, profile: chosen } : undefined;
  };
  if (given.has("profile")) {
    await profile();
  }
  const baseUrl = await find("baseUrl");
  if (!baseUrl) {
    throw missing(command, "baseUrl", "For a local one with example data: npx @chainkit/mock");
  }
  const bound: Record<string, string> = {};
  for (const name of command.clientOptions) {
    const found = await find(name);
    if (!found) {
      throw missing(command, name);
    }
    bound[name] = found.value;
  }
  const { token, notes } = await findToken(command, given, baseUrl, find);
  const codes = command.envelope && (await find("successCodes"));
  return {
    baseUrl: baseUrl.value,
    bound,
    ...(codes ? { successCodes: readCodes(codes.value) } : {}),
    ...(token ? { token } : {}),
    notes,
  };
}

async function findToken(
  command: Command,
  given: Given,
  baseUrl: NonNullable<Found>,
  find: (name: string) => Promise<Found>,
): Promise<{ token?: string; notes: string[] }> {
  if (command.auth === "none") {
    return { notes: [] };
  }
  const [file] = given.get("token-file") ?? [];
  const found = file === undefined ? await find("token") : { value: await readTokenFile(file) };
  // A token kept for one service must not reach another one because its address was given by hand.
  const isForeign =
    found?.profile && !originsOf(found.profile).includes(originOf(baseUrl.value) ?? "");
  if (found && !isForeign) {
    const isOpen = /^http:\/\/(?!(localhost|127\.|\[::1\]))/i.test(baseUrl.value);
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

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}

function originsOf({ settings, areas }: Profile): (string | undefined)[] {
  const urls = [settings.baseUrl, ...Object.values(areas).map(({ baseUrl }) => baseUrl)];
  return urls.map((url) => (url === undefined ? undefined : originOf(url)));
}

function missing({ name }: Command, setting: string, more = ""): UsageError {
  const flag = setting === "token" ? "token-file" : kebab(setting);
  const fix = `Set --${flag}, ${envName(setting)} or a profile (npx @chainkit/cli profile set --help).`;
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
