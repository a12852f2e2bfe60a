import type { Command } from "../commands.ts";

/** Credentials of a document other than one bearer token. */
export interface Credentials {
  readonly options: Readonly<Record<string, unknown>>;
  /** Texts that must not be shown. */
  readonly secrets: readonly string[];
  /** The first credential that is required and not set. */
  readonly missing?: string;
}

/**
 * Finds the credentials of an operation of a document: those of the first alternative that are all set.
 *
 * @param find Looks up a setting.
 */
export async function findCredentials(
  { credentials = [], auth }: Command,
  find: (name: string) => Promise<{ readonly value: string } | undefined>,
): Promise<Credentials> {
  let missing: string | undefined;
  for (const alternative of credentials) {
    const values = await Promise.all(
      alternative.map(async (option) => ({ option, value: (await find(option.name))?.value })),
    );
    const unset = values.find(({ value }) => value === undefined);
    if (!unset) {
      const options = values.map(({ option, value }) => [option.name, value]);
      const secrets = values.flatMap(({ value = "" }) => [value, btoa(value)]);
      return { options: Object.fromEntries(options), secrets };
    }
    missing ??= unset.option.name;
  }
  const isMissing = auth === "required" && missing !== undefined;
  return { options: {}, secrets: [], ...(isMissing && missing ? { missing } : {}) };
}
