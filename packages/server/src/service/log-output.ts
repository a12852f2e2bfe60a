import { once } from "node:events";
import { destination } from "pino";

/** Bytes of lines that may wait for the reader of the log; they would fill the memory otherwise. */
const MAX_WAITING = 8 * 2 ** 20;

/** Written by other threads: a pipe whose reader does not read would hold up this one. */
const output = destination({ dest: 1, sync: false, maxLength: MAX_WAITING });
let isWaiting = false;
let dropped = 0;

output.on("drop", () => {
  dropped += 1;
});
output.on("drain", () => {
  isWaiting = false;
  if (dropped > 0) {
    const msg = `${dropped} lines of the log were dropped: their reader did not keep up`;
    dropped = 0;
    logOutput.write(`${JSON.stringify({ level: 40, time: Date.now(), msg })}\n`);
  }
});

/** Standard output, as the logs of the service use it. */
export const logOutput = {
  write(line: string): void {
    isWaiting = true;
    output.write(line);
  },
};

/** Waits until all lines have been taken. @returns Whether they were within a time, in milliseconds. */
export async function isLogTaken(ms: number): Promise<boolean> {
  const until = AbortSignal.timeout(ms);
  while (isWaiting && !until.aborted) {
    await once(output, "drain", { signal: until }).catch(() => {});
  }
  return !isWaiting;
}
