import { expect, test } from "vitest";
import { createNodePool, createNodeRest } from "../src/source/node-pool.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** A node, and a clock that only moves when told. */
function restingNode() {
  let now = 0;
  const rest = createNodeRest(() => now);
  return {
    rest,
    after(ms: number) {
      now += ms;
    },
    /** Fails, and waits for the end of the suspension. @returns How long that was, in seconds. */
    failed() {
      rest.fail();
      const ms = rest.until() - now;
      now += ms;
      return ms / SECOND;
    },
  };
}

test("a node that fails again and again is suspended for longer each time, up to five minutes", () => {
  const { failed } = restingNode();
  expect(Array.from({ length: 8 }, failed)).toEqual([5, 10, 20, 40, 80, 160, 300, 300]);
});

test("failures are forgotten while the node does not fail", () => {
  const { failed, after } = restingNode();
  expect(Array.from({ length: 5 }, failed)).toEqual([5, 10, 20, 40, 80]);
  after(2 * MINUTE);
  expect(failed()).toBe(40);
  after(60 * MINUTE);
  expect([failed(), failed()]).toEqual([5, 10]);
});

test("a node that fails once an hour is suspended as briefly each time", () => {
  const { failed, after } = restingNode();
  const seconds = Array.from({ length: 12 }, () => {
    after(60 * MINUTE);
    return failed();
  });
  expect(new Set(seconds)).toEqual(new Set([5]));
});

test("requests in flight when a node fails are one failure", () => {
  const { rest } = restingNode();
  for (let request = 0; request < 8; request += 1) {
    rest.fail();
  }
  expect(rest.until()).toBe(5 * SECOND);
});

test("the time in use counts, although the suspension would have lasted longer", () => {
  const { rest, failed, after } = restingNode();
  expect(Array.from({ length: 6 }, failed)).toEqual([5, 10, 20, 40, 80, 160]);
  rest.fail();
  rest.end();
  after(4 * MINUTE);
  expect(rest.isOver()).toBe(true);
  expect(failed()).toBe(40);
});

test("a rate limit is not a failure", () => {
  const pool = createNodePool(["http://a.example", "http://b.example"], () => {}, {});
  const [first] = pool.all;
  if (!first) {
    throw new Error("no node");
  }
  for (let refusal = 0; refusal < 8; refusal += 1) {
    first.rest.end();
    pool.slowDown(first, 1, {});
  }
  const seconds = (first.rest.until() - performance.now()) / SECOND;
  expect(Math.ceil(seconds)).toBe(5);
});
