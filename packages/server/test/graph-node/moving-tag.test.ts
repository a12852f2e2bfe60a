import { expect, test } from "vitest";
import { V1, V2 } from "../support/graph-node/registry.ts";
import { bodyOf, startSubgraphs } from "../support/graph-node/service.ts";

const CALLERS = 16;
const MOVES = 60;
const TAG = { subgraph_name: "transfers", tag: "prod" };

test("under load, a tag that moves fails no request and leads to the old or the new one", async () => {
  const { graphNode, manage, query } = await startSubgraphs();
  await graphNode.deployments.deploy(V1);
  await graphNode.deployments.deploy(V2);
  await manage("createTag", { ...TAG, version: "v1" });

  let isMoving = true;
  const seen: string[] = [];
  const call = async () => {
    while (isMoving) {
      const response = await query("/subgraphs/transfers/prod");
      const body = await bodyOf(response);
      const version = response.headers.get("x-chainkit-version");
      const deployment = response.headers.get("x-chainkit-deployment");
      seen.push(`${response.status} ${version} ${deployment} ${body.data?.deployment}`);
    }
  };
  const callers = Array.from({ length: CALLERS }, call);
  for (let move = 0; move < MOVES; move += 1) {
    const version = move % 2 === 0 ? "v2" : "v1";
    expect((await manage("createTag", { ...TAG, version })).status).toBe(200);
    // Whoever asks after the move gets the new one.
    const after = await query("/subgraphs/transfers/prod");
    expect(after.headers.get("x-chainkit-version")).toBe(version);
  }
  isMoving = false;
  await Promise.all(callers);

  const counts = Object.entries(Object.groupBy(seen, (line) => line)).map(
    ([line, same]) => [line, same?.length ?? 0] as const,
  );
  console.log(`${seen.length} queries over ${MOVES} moves:`, Object.fromEntries(counts));
  expect(counts.map(([line]) => line).sort()).toEqual(["200 v1 QmOne QmOne", "200 v2 QmTwo QmTwo"]);
  expect(seen.length).toBeGreaterThan(MOVES);
}, 60_000);
