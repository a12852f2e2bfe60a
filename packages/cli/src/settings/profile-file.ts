import { open, realpath, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { UsageError } from "@chainkit/command";
import { createFolder } from "@chainkit/openapi/file";

/** Settings by name, such as `baseUrl`. */
type ProfileSettings = Readonly<Record<string, string>>;

/** A named set of settings. */
export interface Profile {
  readonly settings: ProfileSettings;
  /** Settings of one area, by its name; they win over the others. */
  readonly areas: Readonly<Record<string, ProfileSettings>>;
}

/** Contents of the profile file. */
export interface Profiles {
  /** Name of the default profile. */
  readonly current?: string | undefined;
  readonly profiles: Readonly<Record<string, Profile>>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the path of the profile file: `chainkit/profiles.json` in the XDG or Windows configuration folder. The XDG
 * specification has a relative `XDG_CONFIG_HOME` ignored.
 */
export function profilePath(env: Environment = process.env): string {
  const { XDG_CONFIG_HOME: configured = "" } = env;
  const folder =
    (isAbsolute(configured) && configured) ||
    (process.platform === "win32" && env.APPDATA) ||
    join(env.HOME || homedir(), ".config");
  return join(folder, "chainkit", "profiles.json");
}

/**
 * Reads the profiles; none if there is no file.
 *
 * @throws UsageError if other users can read the file, or it cannot be understood.
 */
export async function readProfiles(path: string = profilePath()): Promise<Profiles> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") {
      return undefined;
    }
    throw new UsageError(`profile file: ${error.message}`);
  });
  if (!file) {
    return { profiles: {} };
  }
  try {
    const read = Promise.all([file.stat(), file.readFile("utf8")]);
    const [{ mode }, text] = await read.finally(() => file.close());
    if (process.platform !== "win32" && (mode & 0o077) !== 0) {
      const found = (mode & 0o777).toString(8);
      const what = `${path} may hold tokens, and other users have access to it (mode ${found})`;
      throw new UsageError(what, `Run: chmod 600 '${path}'`);
    }
    return check(JSON.parse(text));
  } catch (error) {
    if (error instanceof UsageError) {
      throw error;
    }
    // The parser's message would show a piece of the file, which may be a token.
    throw new UsageError(`${path} is not a profile file`, "Correct or delete it.");
  }
}

function check(value: Profiles): Profiles {
  const { profiles } = value;
  for (const { settings, areas } of Object.values(profiles)) {
    const all = [settings, ...Object.values(areas)].flatMap((each) => Object.values(each));
    if (!all.every((setting) => typeof setting === "string")) {
      throw new TypeError();
    }
  }
  return value;
}

/** Writes the profiles so that only their owner can read them, whole or not at all. */
export async function writeProfiles(value: Profiles, path: string = profilePath()): Promise<void> {
  // A link stays one, and leads to the new file.
  const target = await realpath(path).catch(() => path);
  const temporary = `${target}.${process.pid}`;
  try {
    createFolder(dirname(path), 0o700);
    const file = await open(temporary, "wx", 0o600);
    await file.writeFile(`${JSON.stringify(value, null, 2)}\n`).finally(() => file.close());
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw new UsageError(`profile file: ${(error as Error).message}`);
  }
}
