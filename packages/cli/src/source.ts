import type { Api } from "@chainkit/openapi/api";
import { envName, kebab } from "./names.ts";

/** An OpenAPI document whose operations are the commands, in place of those of the areas. */
export interface Source {
  /** Path as on the command line. */
  readonly file: string;
  readonly api: Api;
}

/** How the program is called. */
export function usageOf(source: Source | undefined): string {
  return `npx @chainkit/cli${source ? ` --spec ${source.file}` : ""}`;
}

/** The environment variable of a setting: `CHAINKIT_TOKEN`, or `MUSEUM_TOKEN` of museum.yaml. */
export function variableOf(
  { source }: { readonly source?: Source | undefined },
  setting: string,
): string {
  if (!source) {
    return envName(setting);
  }
  const name = `${kebab(source.api.name)}-${kebab(setting)}`.replaceAll("-", "_").toUpperCase();
  return /^\d/.test(name) ? `API_${name}` : name;
}
