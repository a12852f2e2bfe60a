import { type Completed, PROFILE_NAMES } from "./completed.ts";

const quote = (text: string): string => `'${text.replace(/['\\]/g, "\\$&")}'`;

/** The completion script of fish. */
export function fishCompletion(commands: readonly Completed[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  const lines = commands.flatMap(({ name, text, flags, words, beforeProfile = [] }) => {
    const when = quote(`__fish_seen_subcommand_from ${name}`);
    return [
      `complete -c chainkit -n ${quote(`not __fish_seen_subcommand_from ${names}`)} -f -a ${name} -d ${quote(text)}`,
      ...(words.length > 0
        ? [`complete -c chainkit -n ${when} -f -a ${quote(words.join(" "))}`]
        : []),
      ...(beforeProfile.length > 0
        ? [
            `complete -c chainkit -n ${quote(`__fish_seen_subcommand_from ${beforeProfile.join(" ")}`)} -f -a ${quote(`(${PROFILE_NAMES})`)}`,
          ]
        : []),
      ...flags.map((flag) => {
        const words = flag.isProfile ? `(${PROFILE_NAMES})` : flag.values.join(" ");
        const values = words ? ` -x -a ${quote(words)}` : " -r";
        const short = flag.short === undefined ? "" : ` -s ${flag.short}`;
        return `complete -c chainkit -n ${when}${short} -l ${flag.name} -d ${quote(flag.text)}${flag.takesValue ? values : ""}`;
      }),
    ];
  });
  return `${lines.join("\n")}\n`;
}
