import { SPEC, VERSION } from "../arguments/general.ts";
import { generalOf } from "../arguments/options.ts";
import type { CommandSummary } from "../commands.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { envName } from "../names.ts";
import { type Source, usageOf, variableOf } from "../source.ts";
import { optionRows } from "./option-rows.ts";
import { helpWidth, twoColumns } from "./wrap.ts";

/** The help of the program. */
export function overview(commands: readonly CommandSummary[], source?: Source): string {
  const width = helpWidth();
  const areas = [...new Set(commands.map(({ area }) => area))];
  const bound = [...new Set(commands.flatMap(({ clientOptions }) => clientOptions))];
  const area = areas[0] ?? "";
  return [
    `Calls the operations of ${source?.api.title ?? "the chainkit APIs"}.`,
    "",
    `Usage: ${usageOf(source)} <command> [flags]`,
    `       ${usageOf(source)} <command> --help`,
    ...(source ? [] : ["       npx @chainkit/cli --spec <openapi.yaml> <command> [flags]"]),
    ...areas.flatMap((name) => [
      "",
      `${name}:`,
      ...twoColumns(
        commands
          .filter((command) => command.area === name)
          .map(({ name, summary }) => [name, summary]),
        width,
      ),
    ]),
    ...refusedLines(source, width),
    "",
    "Other commands:",
    ...twoColumns(
      [...(source ? [] : OF_AREAS), ["help <command>", "show the help of a command"] as const],
      width,
    ),
    "",
    "Global flags (a flag may be shortened to its first words: --chain for --chain-name):",
    ...twoColumns(
      optionRows([SPEC, ...generalOf({ ...(source ? { source } : {}) }), VERSION]),
      width,
    ),
    "",
    `Environment (a flag overrides it${source ? "" : "; it overrides a profile"}):`,
    ...twoColumns(
      [
        ...(source ? documentVariables(source) : areaVariables(area)),
        ...bound.map(
          (name) => [variableOf({ source }, name), `the ${name} of the client`] as const,
        ),
        ["NO_COLOR", "disables colours if set"],
      ],
      width,
    ),
    "",
    "Exit codes:",
    ...twoColumns(
      EXIT_CODES.map(([code, text]) => [String(code), text]),
      width,
      6,
    ),
  ].join("\n");
}

const OF_AREAS: readonly Row[] = [
  ["profile <action>", "manage named base URLs and tokens: set, list, use, remove"],
  ["completion <shell>", "print the completion script of bash, zsh or fish"],
];

type Row = readonly [name: string, text: string];

function areaVariables(area: string): Row[] {
  return [
    [envName("baseUrl"), `base URL; ${envName(area, "baseUrl")} for ${area} only, and so on`],
    [envName("token"), "bearer token; also per area"],
    [envName("profile"), "name of the profile to use"],
  ];
}

function documentVariables(source: Source): Row[] {
  const { baseUrl, rules } = source.api;
  const kinds = { bearer: "bearer token", basic: "<username>:<password>", key: "API key" };
  return [
    [variableOf({ source }, "baseUrl"), `base URL${baseUrl ? ` (default: ${baseUrl})` : ""}`],
    ...rules.credentials.map(
      ({ name, credential }): Row => [variableOf({ source }, name), kinds[credential.kind]],
    ),
  ];
}

/** The operations of a document that are no commands. */
function refusedLines(source: Source | undefined, width: number): string[] {
  const ids = [...(source?.api.refused.keys() ?? [])];
  return ids.length === 0
    ? []
    : [
        "",
        "Not supported; each says why:",
        ...twoColumns(
          ids.map((id) => [id, ""] as const),
          width,
        ),
      ];
}
