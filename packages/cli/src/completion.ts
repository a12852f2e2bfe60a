import { didYouMean, UsageError } from "@chainkit/command";
import { optionsOf } from "./arguments/options.ts";
import { type Command, listCommands, readCommand } from "./commands.ts";
import { ACTIONS } from "./settings/profile-command.ts";

/** A command as a completion script knows it. */
interface Completed {
  readonly name: string;
  readonly text: string;
  readonly flags: readonly CompletedFlag[];
  /** Words that follow the command. */
  readonly words: readonly string[];
  /** Those of them that the name of a profile follows. */
  readonly beforeProfile?: readonly string[];
}

/** A flag as a completion script knows it. */
interface CompletedFlag {
  readonly name: string;
  readonly short?: string;
  readonly text: string;
  readonly takesValue: boolean;
  readonly values: readonly string[];
  /** Whether its value is the name of a profile. */
  readonly isProfile?: boolean;
}

/** Command that prints the names of the profiles. */
const PROFILE_NAMES = "chainkit profile names 2>/dev/null";

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

const HELP = `Prints a completion script for the command \`chainkit\` (npm install --global @chainkit/cli).

Usage: npx @chainkit/cli completion <shell>

  bash   eval "$(chainkit completion bash)"             in ~/.bashrc
  zsh    eval "$(chainkit completion zsh)"              in ~/.zshrc, after compinit
  fish   chainkit completion fish > ~/.config/fish/completions/chainkit.fish`;

/** The completion script of a shell. */
export async function completion(args: readonly string[]): Promise<string> {
  const [shell = "", ...rest] = args;
  if (shell === "" || shell.startsWith("-")) {
    return HELP;
  }
  if (!Object.hasOwn(SHELLS, shell) || rest.length > 0) {
    const names = Object.keys(SHELLS);
    const fix = didYouMean(shell, names) || `Expected one of ${names.join(", ")}.`;
    throw new UsageError(`completion: unknown shell ${args.join(" ")}`, fix);
  }
  const commands = await Promise.all((await listCommands()).map(readCommand));
  const completed = [...commands.map(complete), ...ownCommands(commands)];
  return SHELLS[shell as keyof typeof SHELLS](completed);
}

const firstSentence = (text: string): string =>
  text
    .replaceAll("`", "")
    .replaceAll("\n", " ")
    .split(/(?<=[.;]) /)[0] ?? "";

function complete(command: Command): Completed {
  const flags = optionsOf(command).map(({ name, short, value, values = [], text, parameter }) => ({
    name,
    ...(short === undefined ? {} : { short }),
    isProfile: name === "profile" && !parameter,
    text: firstSentence(text),
    takesValue: value !== undefined,
    values,
  }));
  return { name: command.name, text: command.summary, flags, words: [] };
}

function ownCommands(commands: readonly Command[]): Completed[] {
  const names = commands.map(({ name }) => name);
  const actions = { words: ACTIONS, beforeProfile: ["set", "use", "remove"] };
  return [
    {
      name: "completion",
      text: "Print a completion script",
      flags: [],
      words: Object.keys(SHELLS),
    },
    { name: "help", text: "Show the help of a command", flags: [], words: names },
    { name: "profile", text: "Manage named base URLs and tokens", flags: [], ...actions },
  ];
}

/** The completion script of bash (3.2 or later). */
export function bashCompletion(commands: readonly Completed[]): string {
  const cases = commands.map(({ name, flags, words, beforeProfile = [] }) => {
    const values = flags
      .filter((flag) => flag.takesValue)
      .map(({ name: flag, short, values: own, isProfile }) => {
        const shown = isProfile ? `$(${PROFILE_NAMES})` : own.join(" ");
        const names = short === undefined ? `--${flag}` : `-${short} | --${flag}`;
        return `        ${names}) words="${shown}"; files=${isProfile ? "" : 1} ;;`;
      });
    if (beforeProfile.length > 0) {
      values.push(`        ${beforeProfile.join(" | ")}) words="$(${PROFILE_NAMES})" ;;`);
    }
    const own = [...words, ...flags.map((flag) => `--${flag.name}`)];
    return `    ${name})
      case "$previous" in
${values.join("\n")}
        *) words="${own.join(" ")}" ;;
      esac ;;`;
  });
  return `_chainkit() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local command="" words="" files="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in
      -*) ;;
      *) command="$word"; break ;;
    esac
  done
  case "$command" in
    "") words="${commands.map(({ name }) => name).join(" ")} --help --version" ;;
${cases.join("\n")}
  esac
  if [ -n "$files" ] && [ -z "$words" ]; then
    COMPREPLY=($(compgen -f -- "$current"))
  else
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}
complete -F _chainkit chainkit
`;
}

/** A text within single quotes of zsh. */
const zshQuote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The action of \`_arguments\` that adds the names of profiles. */
const ZSH_PROFILES = `{compadd -- $(${PROFILE_NAMES})}`;

/** A text within the brackets of an \`_arguments\` specification. */
const zshText = (text: string): string => text.replace(/[[\]:\\]/g, "\\$&");

/** The completion script of zsh. */
export function zshCompletion(commands: readonly Completed[]): string {
  const described = commands.map(({ name, text }) => zshQuote(`${name}:${zshText(text)}`));
  const cases = commands.map(({ name, flags, words, beforeProfile = [] }) => {
    const specs = flags.flatMap((flag) => {
      const words = flag.values.length > 0 ? `(${flag.values.join(" ")})` : "_files";
      const values = flag.isProfile ? ZSH_PROFILES : words;
      const names = [`--${flag.name}`, ...(flag.short === undefined ? [] : [`-${flag.short}`])];
      const rest = `[${zshText(flag.text)}]${flag.takesValue ? `:value:${values}` : ""}`;
      return names.map((each) => zshQuote(each + rest));
    });
    const all = [
      ...(words.length > 0 ? [zshQuote(`1:word:(${words.join(" ")})`)] : []),
      ...(beforeProfile.length > 0 ? [zshQuote(`2:profile:${ZSH_PROFILES}`)] : []),
      ...specs,
    ];
    return `    ${name}) _arguments ${all.join(" \\\n        ")} ;;`;
  });
  return `#compdef chainkit
_chainkit() {
  local -a commands
  commands=(
    ${described.join("\n    ")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case "$words[1]" in
${cases.join("\n")}
  esac
}
compdef _chainkit chainkit
`;
}

/** A text within single quotes of fish, which knows two escapes in them. */
const fishQuote = (text: string): string => `'${text.replace(/['\\]/g, "\\$&")}'`;

/** The completion script of fish. */
export function fishCompletion(commands: readonly Completed[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  const lines = commands.flatMap(({ name, text, flags, words, beforeProfile = [] }) => {
    const when = fishQuote(`__fish_seen_subcommand_from ${name}`);
    return [
      `complete -c chainkit -n ${fishQuote(`not __fish_seen_subcommand_from ${names}`)} -f -a ${name} -d ${fishQuote(text)}`,
      ...(words.length > 0
        ? [`complete -c chainkit -n ${when} -f -a ${fishQuote(words.join(" "))}`]
        : []),
      ...(beforeProfile.length > 0
        ? [
            `complete -c chainkit -n ${fishQuote(`__fish_seen_subcommand_from ${beforeProfile.join(" ")}`)} -f -a ${fishQuote(`(${PROFILE_NAMES})`)}`,
          ]
        : []),
      ...flags.map((flag) => {
        const words = flag.isProfile ? `(${PROFILE_NAMES})` : flag.values.join(" ");
        const values = words ? ` -x -a ${fishQuote(words)}` : " -r";
        const short = flag.short === undefined ? "" : ` -s ${flag.short}`;
        return `complete -c chainkit -n ${when}${short} -l ${flag.name} -d ${fishQuote(flag.text)}${flag.takesValue ? values : ""}`;
      }),
    ];
  });
  return `${lines.join("\n")}\n`;
}
