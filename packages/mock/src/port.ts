/**
 * Reads a TCP port from the text of an option.
 *
 * @throws Error naming the option, unless the text is an integer from 0 to 65535.
 */
export function readPort(option: string, text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535) {
    throw new Error(
      `${option} must be an integer from 0 to 65535; received ${JSON.stringify(text)}`,
    );
  }
  return port;
}
