import { GENERAL, VERSION } from "../arguments/general.ts";
import type { CommandSummary } from "../commands.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { envName } from "../names.ts";
import { optionRows } from "./option-rows.ts";
import { helpWidth, twoColumns } from "./wrap.ts";

/** The help of the program. */
export function overview(commands: readonly CommandSummary[]): string {
  const width = helpWidth();
  const areas = [...new Set(commands.map(({ area }) => area))];
  const bound = [...new Set(commands.flatMap(({ clientOptions }) => clientOptions))];
  const area = areas[0] ?? "";
  return [
    "Calls the operations of the chainkit APIs.",
    "",
    "Usage: npx @chainkit/cli <command> [flags]",
    "       npx @chainkit/cli <command> --help",
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
    "",
    "Other commands:",
    ...twoColumns(
      [
        ["profile <action>", "manage named base URLs and tokens: set, list, use, remove"],
        ["completion <shell>", "print the completion script of bash, zsh or fish"],
        ["help <command>", "show the help of a command"],
      ],
      width,
    ),
    "",
    "Global flags (a flag may be shortened to its first words: --chain for --chain-name):",
    ...twoColumns(optionRows([...GENERAL, VERSION]), width),
    "",
    "Environment (a flag overrides it; it overrides a profile):",
    ...twoColumns(
      [
        [envName("baseUrl"), `base URL; ${envName(area, "baseUrl")} for ${area} only, and so on`],
        [envName("token"), "bearer token; also per area"],
        ...bound.map((name) => [envName(name), `the ${name} of the client`] as const),
        [envName("profile"), "name of the profile to use"],
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
