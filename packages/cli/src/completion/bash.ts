import type { Completed } from "./completed.ts";

/** The completion script of bash (3.2 or later). */
export function bashCompletion(commands: readonly Completed[]): string {
  const cases = commands.map(({ name, flags, words }) => {
    const values = flags
      .filter((flag) => flag.takesValue)
      .map((flag) => `        --${flag.name}) words="${flag.values.join(" ")}"; files=1 ;;`);
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
