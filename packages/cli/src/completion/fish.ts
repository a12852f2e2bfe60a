import type { Completed } from "./completed.ts";

const quote = (text: string): string => `'${text.replace(/['\\]/g, "\\$&")}'`;

/** The completion script of fish. */
export function fishCompletion(commands: readonly Completed[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  const lines = commands.flatMap(({ name, text, flags, words }) => {
    const when = quote(`__fish_seen_subcommand_from ${name}`);
    return [
      `complete -c chainkit -n ${quote(`not __fish_seen_subcommand_from ${names}`)} -f -a ${name} -d ${quote(text)}`,
      ...(words.length > 0
        ? [`complete -c chainkit -n ${when} -f -a ${quote(words.join(" "))}`]
        : []),
      ...flags.map((flag) => {
        const values = flag.values.length > 0 ? ` -x -a ${quote(flag.values.join(" "))}` : " -r";
        return `complete -c chainkit -n ${when} -l ${flag.name} -d ${quote(flag.text)}${flag.takesValue ? values : ""}`;
      }),
    ];
  });
  return `${lines.join("\n")}\n`;
}
