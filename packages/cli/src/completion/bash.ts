import { type Completed, PROFILE_NAMES } from "./completed.ts";

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
