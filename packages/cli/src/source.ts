import { variableName } from "@chainkit/command";
import type { Api } from "@chainkit/openapi/api";

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

/**
 * The environment variable of a setting: `CHAINKIT_TOKEN`, or `MUSEUM_TOKEN` of museum.yaml.
 *
 * @param area The area that it is for; absent if it is for all.
 */
export function variableOf(
  { source }: { readonly source?: Source | undefined },
  setting: string,
  area = "",
): string {
  return variableName(source?.api.name ?? "chainkit", area, setting);
}
