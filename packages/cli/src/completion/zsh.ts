import type { Completed } from "./completed.ts";

/** A text within single quotes. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A text within the brackets of an \`_arguments\` specification. */
const plain = (text: string): string => text.replace(/[[\]:\\]/g, "\\$&");

/** The completion script of zsh. */
export function zshCompletion(commands: readonly Completed[]): string {
  const described = commands.map(({ name, text }) => quote(`${name}:${plain(text)}`));
  const cases = commands.map(({ name, flags, words }) => {
    const specs = flags.map((flag) => {
      const values = flag.values.length > 0 ? `(${flag.values.join(" ")})` : "_files";
      return quote(
        `--${flag.name}[${plain(flag.text)}]${flag.takesValue ? `:value:${values}` : ""}`,
      );
    });
    const all = [...(words.length > 0 ? [quote(`1:word:(${words.join(" ")})`)] : []), ...specs];
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
