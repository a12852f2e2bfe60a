import { withSession } from "./connection.ts";
import { SHARED_SCHEMA } from "./schema.ts";

/** What the role of a URL may do in its database. */
interface DatabaseRights {
  /** Version of the server, such as `17.2`. */
  readonly version: string;
  readonly role: string;
  /** Whether the role may create schemas. */
  readonly canCreate: boolean;
  /** Schemas that do not exist yet. */
  readonly missing: readonly string[];
  /** Existing schemas that the role may not use. */
  readonly denied: readonly string[];
}

const ROLE = {
  name: "chainkit check role",
  text: `SELECT current_setting('server_version') AS version, current_user AS role,
    has_database_privilege(current_database(), 'CREATE') AS can_create`,
};
const SCHEMAS = {
  name: "chainkit check schemas",
  text: `SELECT wanted.name, pg_namespace.oid IS NOT NULL AS exists,
      coalesce(has_schema_privilege(pg_namespace.oid, 'USAGE'), false) AS usable
    FROM unnest($1::text[]) AS wanted (name) LEFT JOIN pg_namespace ON nspname = wanted.name`,
};

/** Schemas that a service needs in a database. */
export interface NeededSchemas {
  /** Schemas of chains. */
  readonly chains: readonly string[];
  /** Whether the database has the management data, too. */
  readonly isManagement: boolean;
}

/**
 * Reads what a role may do in a database, without changing it.
 *
 * @throws Error if the database cannot be reached or rejects the role, or if a pooler does not keep sessions apart.
 */
export function readRights(url: string, needed: NeededSchemas): Promise<DatabaseRights> {
  const { chains, isManagement } = needed;
  return withSession({ url }, async (session) => {
    const [role] = (await session.run(ROLE)).rows;
    // A pooler may give a second session the connection of this one, and must know what is prepared there.
    await withSession({ url }, (other) => other.run(ROLE));
    const schemas = isManagement ? [SHARED_SCHEMA, ...chains] : chains;
    const { rows } = await session.run(SCHEMAS, schemas);
    return {
      version: String(role?.version),
      role: String(role?.role),
      canCreate: role?.can_create === true,
      missing: rows.filter(({ exists }) => exists !== true).map(({ name }) => String(name)),
      denied: rows
        .filter(({ exists, usable }) => exists === true && usable !== true)
        .map(({ name }) => String(name)),
    };
  });
}
