import type { Option } from "../arguments/option.ts";
import { generalOf, optionsOf } from "../arguments/options.ts";
import { shellQuote } from "../call/dry-run.ts";
import type { Command } from "../commands.ts";
import { exitCodeOf } from "../exit-codes.ts";
import { kebab } from "../names.ts";
import { usageOf } from "../source.ts";
import { optionRows } from "./option-rows.ts";
import { helpWidth, twoColumns, wrap } from "./wrap.ts";

/** The help of a command. */
export function commandHelp(command: Command): string {
  const width = helpWidth();
  const options = optionsOf(command);
  const own = options.filter(({ parameter }) => parameter);
  const general = generalOf(command).map(({ name }) => name);
  const isGeneral = ({ parameter, name }: Option) => !parameter && general.includes(name);
  const others = options.filter((option) => !option.parameter && !isGeneral(option));
  const required = own.filter(({ parameter }) => parameter?.required);
  const usage = required.map(({ name, value }) => ` --${name}${value ? ` <${value}>` : ""}`);
  return [
    ...wrap(`${command.summary}.${command.deprecated ? " Deprecated." : ""}`, width),
    ...wrap(plain(command.description), width),
    "",
    `Usage: ${usageOf(command.source)} ${command.name}${usage.join("")}${own.length > required.length ? " [flags]" : ""}`,
    ...section("Parameters", optionRows(own), width),
    ...section("Flags", optionRows(others), width),
    ...section("Global flags", optionRows(options.filter(isGeneral)), width),
    "",
    `A flag may be shortened to its first words. ${credentialsLine(command)}`,
    ...exampleLines(command, own),
    ...section("Errors", errorRows(command), width, 10),
  ].join("\n");
}

function credentialsLine({ source, credentials = [], auth }: Command): string {
  const names = credentials.map((each) => each.map(({ name }) => `--${kebab(name)}`).join(" and "));
  const what = source && names.length > 0 ? `Credentials (${names.join(", or ")})` : "Token";
  return `${what}: ${{ required: "required", optional: "optional", none: "never sent" }[auth]}.`;
}

function section(
  title: string,
  rows: readonly (readonly [string, string])[],
  width: number,
  first?: number,
): string[] {
  const shown = rows.map(([left, right]) => [left, plain(right)] as const);
  return rows.length > 0 ? ["", `${title}:`, ...twoColumns(shown, width, first)] : [];
}

/** CommonMark as plain text: only code spans are used where it is shown. */
const plain = (text: string): string => text.replaceAll("`", "");

/** The command line of the contract's first example. */
function exampleLines({ name, examples, source }: Command, options: readonly Option[]): string[] {
  const [example] = examples;
  if (!example) {
    return [];
  }
  const flags = Object.entries(example).flatMap(([parameter, value]) => {
    const option = options.find((each) => each.parameter?.name === parameter);
    const texts = option?.multiple && Array.isArray(value) ? value : [value];
    return texts.map((each) => {
      const text = typeof each === "object" ? JSON.stringify(each) : String(each);
      return option?.value === undefined
        ? `--${option?.name}`
        : `--${option.name} ${shellQuote(text)}`;
    });
  });
  return ["", "Example:", `  ${usageOf(source)} ${[name, ...flags].join(" \\\n    ")}`];
}

function errorRows({ responses }: Command): [string, string][] {
  return Object.entries(responses)
    .filter(([status]) => !/^2/.test(status))
    .map(([status, text]) => {
      const code = exitCodeOf({ kind: "http", status: Number(status.replaceAll("X", "0")) });
      return [status, `${text.replace(/\.$/, "")} (exit code ${code})`];
    });
}
