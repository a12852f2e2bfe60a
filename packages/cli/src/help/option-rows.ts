import type { Option } from "../arguments/option.ts";
import { constraintsOf } from "../arguments/schema.ts";

/** Returns a row for each flag: its syntax and its description. */
export function optionRows(options: readonly Option[]): [string, string][] {
  return options.map(({ name, short, value, values, text, multiple, parameter }) => {
    const left = `${short ? `-${short}, ` : ""}--${name}${value ? ` <${value}>` : ""}`;
    const limits = parameter
      ? constraintsOf(parameter.schema)
      : values
        ? [`one of ${values.join(", ")}`]
        : [];
    const facts = [
      ...(parameter?.required ? ["required"] : []),
      ...limits,
      ...(multiple ? ["may be repeated"] : []),
    ];
    return [left, `${text}${facts.length > 0 ? ` (${facts.join("; ")})` : ""}`.trim()];
  });
}
