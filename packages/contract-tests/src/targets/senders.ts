import { createPace, type PaceLimits } from "../http/pace.ts";
import type { HttpRequest } from "../http/request.ts";
import {
  createSender,
  type HttpResponse,
  NoResponseError,
  type Sender,
  type SenderOptions,
} from "../http/send.ts";
import { type Target, urlOf } from "./target.ts";

/** Sends requests to the areas of a target. */
export interface AreaSender {
  /** @throws NoResponseError if no complete response arrived. */
  send(request: HttpRequest, area: string): Promise<HttpResponse>;
  close(): void;
}

/** Creates one sender per base URL of the target. The limits apply to all of them together. */
export function createAreaSender(target: Target, options: SenderOptions & PaceLimits): AreaSender {
  const pace = createPace(options);
  const senders = new Map<string, Sender>();
  const senderOf = (area: string) => {
    const url = urlOf(target, area);
    if (url === undefined) {
      throw new NoResponseError(`the area ${area} has no base URL`);
    }
    const sender = senders.get(url) ?? createSender(url, { ...options, token: target.token });
    senders.set(url, sender);
    return sender;
  };
  return {
    send: (request, area) => pace(async () => senderOf(area).send(request)),
    close() {
      for (const sender of senders.values()) {
        sender.close();
      }
    },
  };
}
