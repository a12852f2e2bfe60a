import { expect } from "vitest";
import { startTlsNginx, withNginx } from "./support/nginx.ts";
import { servedChain, TIP } from "./support/served-chain.ts";

withNginx("the proxy of the guide serves the API by TLS, and no probe", async () => {
  const { service } = await servedChain();
  const statusOf = await startTlsNginx(service.url);
  expect(await statusOf(`/v2/ethereum/blocks/${TIP}`)).toBe(200);
  const probes = ["/healthz", "/readyz", "/readyz/ethereum", "/metrics"];
  const direct = await Promise.all(probes.map((path) => fetch(service.url + path)));
  expect(direct.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const ways = [...probes, "/%72eadyz", "/readyz%2Fethereum", "//readyz/ethereum", "/readyz?x"];
  for (const path of ways) {
    expect([path, await statusOf(path)]).toEqual([path, 404]);
  }
});
