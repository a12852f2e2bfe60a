import {
  createProgram,
  Option as Flag,
  helpSection,
  helpText,
  kebab,
  type Command as Program,
} from "@chainkit/command";
import { generalOf, type Option, optionsOf, SPEC, VERSION } from "./arguments/options.ts";
import { constraintsOf } from "./arguments/schema.ts";
import { shellQuote } from "./call/dry-run.ts";
import { type Command, type CommandSummary, type Source, usageOf, variableOf } from "./commands.ts";
import { EXIT_CODES, exitCodeOf } from "./report-error.ts";

/** Adds the flags of a section of help to a program. */
export function addFlags(program: Program, title: string, options: readonly Option[]): Program {
  for (const { name, short, value, values, text, multiple, parameter } of options) {
    const flags = `${short ? `-${short}, ` : ""}--${name}${value ? ` <${value}>` : ""}`;
    const limits = values ? [`one of ${values.join(", ")}`] : [];
    const facts = [
      ...(parameter?.required ? ["required"] : []),
      ...(parameter ? constraintsOf(parameter.schema) : limits),
      ...(multiple ? ["may be repeated"] : []),
    ];
    const description = `${plain(text)}${facts.length > 0 ? ` (${facts.join("; ")})` : ""}`.trim();
    program.addOption(new Flag(flags, description).helpGroup(`${title}:`));
  }
  return program;
}

/** CommonMark as plain text: only code spans are used where it is shown. */
const plain = (text: string): string => text.replaceAll("`", "");

/** The help of a command. */
export function commandHelp(command: Command): string {
  const { source, id, name, summary, deprecated, description, responses } = command;
  const options = optionsOf(command);
  const own = options.filter(({ parameter }) => parameter);
  const general = generalOf(command).map((option) => option.name);
  const isGeneral = (option: Option) => !option.parameter && general.includes(option.name);
  const others = options.filter((option) => !option.parameter && !isGeneral(option));
  const required = own.filter(({ parameter }) => parameter?.required);
  const usage = required.map(({ name, value }) => `--${name}${value ? ` <${value}>` : ""}`);
  const program = createProgram({
    usage: `${usageOf(source)} ${name}`,
    description:
      `${summary}.${deprecated ? " Deprecated." : ""}\n${paragraphs(description)}`.trim(),
  }).usage([...usage, ...(own.length > required.length ? ["[flags]"] : [])].join(" "));
  addFlags(program, "Parameters", own);
  addFlags(program, "Flags", others);
  addFlags(program, "Global flags", options.filter(isGeneral));
  const errors = Object.entries(responses).filter(([status]) => !status.startsWith("2"));
  const leftOut = (source?.api.rules.leftOut ?? []).filter(({ operation }) => operation === id);
  const lacking = leftOut.map(({ where, what }): Row => [where, what]);
  program
    .addHelpText("after", helpSection(program, "Not supported, and left out", lacking))
    .addHelpText("after", `\nA flag may be shortened to its first words. ${credentials(command)}`)
    .addHelpText("after", exampleLines(command, own).join("\n"))
    .addHelpText("after", helpSection(program, "Errors", errors.map(errorRow)));
  return helpText(program);
}

/** A description with each paragraph in one line, which help wraps. */
const paragraphs = (description: string): string =>
  plain(description)
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, " "))
    .join("\n");

function credentials({ credentials = [], auth }: Command): string {
  const names = credentials.map((each) => each.map(({ name }) => `--${kebab(name)}`).join(" and "));
  const what = names.length > 0 ? `Credentials (${names.join(", or ")})` : "Token";
  return `${what}: ${{ required: "required", optional: "optional", none: "never sent" }[auth]}.`;
}

/** The command line of the contract's first example. */
function exampleLines({ name, examples, source }: Command, options: readonly Option[]): string[] {
  const [example] = examples;
  if (!example) {
    return [];
  }
  const flags = Object.entries(example).flatMap(([parameter, value]) => {
    const option = options.find((each) => each.parameter?.name === parameter);
    const values = option?.multiple ? [value].flat() : [value];
    return values.map((each) => {
      const text = typeof each === "string" ? each : JSON.stringify(each);
      return option?.value === undefined
        ? `--${option?.name}`
        : `--${option.name} ${shellQuote(text)}`;
    });
  });
  return ["", "Example:", `  ${usageOf(source)} ${[name, ...flags].join(" \\\n    ")}`];
}

function errorRow([status, text]: [string, string]): Row {
  const code = exitCodeOf({ kind: "http", status: Number(status.replaceAll("X", "0")) });
  return [status, `${plain(text).replace(/\.$/, "")} (exit code ${code})`];
}

type Row = readonly [name: string, text: string];

const OF_AREAS: readonly Row[] = [
  ["profile <action>", "manage named base URLs and tokens: set, list, use, remove"],
  ["completion <shell>", "print the completion script of bash, zsh or fish"],
];

/** The help of the program. */
export function overview(commands: readonly CommandSummary[], source?: Source): string {
  const usage = usageOf(source);
  const program = createProgram({
    usage,
    description: `Calls the operations of ${source?.api.title ?? "the chainkit APIs"}.`,
  }).usage(
    `<command> [flags]\n       ${usage} <command> --help${source ? "" : "\n       npx @chainkit/cli --spec <openapi.yaml> <command> [flags]"}`,
  );
  const general = [SPEC, ...generalOf({ ...(source ? { source } : {}) }), VERSION];
  addFlags(program, "Global flags", general);
  const areas = [...new Set(commands.map(({ area }) => area))];
  const sections = areas.map((area): [string, readonly Row[]] => {
    const rows = commands.filter((command) => command.area === area);
    return [area, rows.map(({ name, summary }) => [name, summary])];
  });
  const others: Row = ["help <command>", "show the help of a command"];
  sections.push(["Other commands", [...(source ? [] : OF_AREAS), others]]);
  for (const [title, rows] of sections) {
    for (const [name, text] of rows) {
      program.addCommand(program.createCommand(name).summary(text).helpGroup(`${title}:`));
    }
  }
  const refused = [...(source?.api.refused.keys() ?? [])].map((id): Row => [id, ""]);
  const precedence = source ? "" : "; it overrides a profile";
  const variables = [
    ...(source ? documentVariables(source) : areaVariables(areas[0] ?? "")),
    ...[...new Set(commands.flatMap(({ clientOptions }) => clientOptions))].map(
      (name): Row => [variableOf({ source }, name), `the ${name} of the client`],
    ),
    ["NO_COLOR", "disables colours if set"] as const,
  ];
  const codes = EXIT_CODES.map(([code, text]): Row => [String(code), text]);
  program
    .addHelpText("after", helpSection(program, "Not supported; each says why", refused))
    .addHelpText("after", "\nA flag may be shortened to its first words: --chain for --chain-name.")
    .addHelpText(
      "after",
      helpSection(program, `Environment (a flag overrides it${precedence})`, variables),
    )
    .addHelpText("after", helpSection(program, "Exit codes", codes));
  return helpText(program);
}

function areaVariables(area: string): Row[] {
  const own = variableOf({}, "baseUrl", area);
  return [
    [variableOf({}, "baseUrl"), `base URL; ${own} for ${area} only, and so on`],
    [variableOf({}, "token"), "bearer token; also per area"],
    [variableOf({}, "profile"), "name of the profile to use"],
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
