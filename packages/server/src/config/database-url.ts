const EXAMPLE = "postgres://<user>@<host>/<database>";

/** What libpq knows, in the order of its documentation. */
const SSL_MODES = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];

/** Modes in which libpq connects without TLS if the server has none, so that nobody notices. */
const FALLING_BACK = ["allow", "prefer"];

/**
 * Reads the URL of a PostgreSQL database.
 *
 * @param option Name of the option, for the message.
 * @param env The environment: `PGSSLMODE` is a default of `sslmode`, as it is for libpq.
 * @returns The URL with the `sslmode` that applies.
 * @throws Error if the URL is invalid. It never shows the URL, which may hold a password.
 */
export function readDatabaseUrl(
  option: string,
  text: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  if (hasRawCharacter(text)) {
    throw new Error(
      `${option}: the URL has an @, / or # in its user or password: percent-encode them as %40, %2F and %23, ` +
        "or leave the password to PGPASSWORD or PGPASSFILE",
    );
  }
  if (!URL.canParse(text) || !/^postgres(ql)?:$/.test(new URL(text).protocol)) {
    throw new Error(`${option}: expected ${EXAMPLE}`);
  }
  const url = new URL(text);
  const given = url.searchParams.get("sslmode");
  const mode = given ?? env.PGSSLMODE;
  if (mode === undefined || mode === "") {
    return text;
  }
  const source = given === null ? "PGSSLMODE" : `${option}: sslmode`;
  if (!SSL_MODES.includes(mode)) {
    throw new Error(
      `${source} ${JSON.stringify(mode)} is unknown; expected ${SSL_MODES.join(", ")}`,
    );
  }
  if (FALLING_BACK.includes(mode)) {
    throw new Error(
      `${source} ${mode} may connect without TLS: set disable, or require, which encrypts without verification`,
    );
  }
  if (mode === "verify-ca" && !url.searchParams.get("sslrootcert")) {
    throw new Error(
      `${source} verify-ca needs the certificate of the CA: add sslrootcert=<file>, or use verify-full with a public CA`,
    );
  }
  url.searchParams.set("sslmode", mode);
  return url.href;
}

/**
 * Whether a character of the user or password ends that part of the URL, so that the rest of a password would be taken
 * for a host, a path or a fragment: then an `@` is left over, or there is a fragment.
 */
function hasRawCharacter(text: string): boolean {
  const [, rest = ""] = /^postgres(?:ql)?:\/\/(.*)$/s.exec(text) ?? [];
  const [authority = ""] = /^[^/?#]*/.exec(rest) ?? [];
  const ats = rest.split("@").length - 1;
  return rest.includes("#") || ats > 1 || (ats === 1 && !authority.includes("@"));
}
