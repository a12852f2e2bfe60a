type Environment = Readonly<Record<string, string | undefined>>;

/** Whether to colour what goes to a stream: NO_COLOR wins, then FORCE_COLOR, then a terminal. */
export function hasColor(isTerminal: boolean, env: Environment, isOff: boolean): boolean {
  if (isOff || env.NO_COLOR) {
    return false;
  }
  const { FORCE_COLOR: forced } = env;
  return forced === undefined ? isTerminal && env.TERM !== "dumb" : forced !== "0";
}

/** Functions that format text as bold, dim or red, or return it unchanged. */
export function createPaint(isOn: boolean) {
  const style = (start: number, end: number) => (text: string) =>
    isOn ? `\x1b[${start}m${text}\x1b[${end}m` : text;
  return { bold: style(1, 22), dim: style(2, 22), red: style(31, 39) };
}
