import { setTimeout as sleep } from "node:timers/promises";
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

/** Starts a request as soon as the limits permit. */
export type Pace = <Result>(send: () => Promise<Result>) => Promise<Result>;

/** Limits of {@link createPace}. */
export interface PaceLimits {
  /** Requests per second, evenly spaced. Default: unlimited. */
  readonly rate?: number | undefined;
  /** Requests at the same time. Default: unlimited. */
  readonly concurrency?: number | undefined;
}

/** Limits the requests of a run. */
export function createPace({ rate, concurrency = Number.POSITIVE_INFINITY }: PaceLimits): Pace {
  const waiting: (() => void)[] = [];
  let inProgress = 0;
  let next = 0;
  const turn = async () => {
    if (inProgress >= concurrency) {
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      inProgress += 1;
    }
    if (rate !== undefined) {
      const now = performance.now();
      const at = Math.max(now, next);
      next = at + 1000 / rate;
      await sleep(Math.ceil(at - now));
    }
  };
  const end = () => {
    const other = waiting.shift();
    if (other) {
      other();
    } else {
      inProgress -= 1;
    }
  };
  return async (send) => {
    await turn();
    return send().finally(end);
  };
}
