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
        ["profile <action>", "keep base URLs and tokens under a name: set, list, use, remove"],
        ["completion <shell>", "print the completion script of bash, zsh or fish"],
        ["help <command>", "show the help of a command"],
      ],
      width,
    ),
    "",
    "Flags of every command (a flag may be shortened to its first words: --chain for --chain-name):",
    ...twoColumns(optionRows([...GENERAL, VERSION]), width),
    "",
    "Environment; a flag wins over it, and it wins over a profile:",
    ...twoColumns(
      [
        [envName("baseUrl"), `base URL; ${envName(area, "baseUrl")} for ${area} alone, and so on`],
        [envName("token"), "bearer token; per area likewise"],
        ...bound.map((name) => [envName(name), `the ${name} of the client`] as const),
        [envName("profile"), "name of the profile to use"],
        ["NO_COLOR", "if set, no colours"],
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
