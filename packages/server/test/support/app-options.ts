import { Registry } from "prom-client";

/** What `createApp` needs beside handlers: nobody has a token, no caller is limited, nothing is logged. */
export function appOptions() {
  return {
    cors: "*",
    release: "1.0.0",
    trustProxy: [],
    probes: { readiness: () => ({ ready: true, chains: {} }), metrics: new Registry() },
    logger: false,
    authenticate: () => undefined,
    anonymousLimit: { perSecond: 0, burst: 1 },
    tokenLimit: { perSecond: 0, burst: 1 },
  } as const;
}
