import { type Completed, PROFILE_NAMES } from "./completed.ts";

/** A text within single quotes. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The action of \`_arguments\` that adds the names of profiles. */
const PROFILES = `{compadd -- $(${PROFILE_NAMES})}`;

/** A text within the brackets of an \`_arguments\` specification. */
const plain = (text: string): string => text.replace(/[[\]:\\]/g, "\\$&");

/** The completion script of zsh. */
export function zshCompletion(commands: readonly Completed[]): string {
  const described = commands.map(({ name, text }) => quote(`${name}:${plain(text)}`));
  const cases = commands.map(({ name, flags, words, beforeProfile = [] }) => {
    const specs = flags.flatMap((flag) => {
      const words = flag.values.length > 0 ? `(${flag.values.join(" ")})` : "_files";
      const values = flag.isProfile ? PROFILES : words;
      const names = [`--${flag.name}`, ...(flag.short === undefined ? [] : [`-${flag.short}`])];
      const rest = `[${plain(flag.text)}]${flag.takesValue ? `:value:${values}` : ""}`;
      return names.map((each) => quote(each + rest));
    });
    const all = [
      ...(words.length > 0 ? [quote(`1:word:(${words.join(" ")})`)] : []),
      ...(beforeProfile.length > 0 ? [quote(`2:profile:${PROFILES}`)] : []),
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
