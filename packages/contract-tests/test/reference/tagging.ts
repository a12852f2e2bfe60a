import { createHash } from "node:crypto";
import type { Service } from "./service.ts";

/** Sends entity tags, and to a request with one the status that is decided. */
export const tagging =
  (statusFor: (isOwn: boolean) => number, isKept = true) =>
  (service: Service): void => {
    let count = 0;
    service.finish = ({ headers }, answer) => {
      if (answer.status !== 200) {
        return answer;
      }
      count += 1;
      const text = isKept ? JSON.stringify(answer.body) : String(count);
      const etag = `"${createHash("sha256").update(text).digest("hex")}"`;
      const held = headers["if-none-match"];
      const status = held === undefined ? 200 : statusFor(held === etag);
      const { body } = status === 304 ? { body: Buffer.alloc(0) } : answer;
      return { status, headers: { ...answer.headers, etag }, body };
    };
  };
