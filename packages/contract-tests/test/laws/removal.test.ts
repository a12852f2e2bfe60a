import { expect, test } from "vitest";
import { type Answer, envelope } from "../reference/answers.ts";
import type { Service } from "../reference/service.ts";
import { outcomeOf } from "./outcome.ts";

const REMOVED =
  "removeSubgraph / invariant / a tagged deployment is not removed; a removed deployment stays removed";
const NO_DEPLOYMENT = "removeSubgraph / invariant / an unknown deployment is not found";
const unknown = (operation: string) => `${operation} / invariant / an unknown version is not found`;

const done = envelope(200, "success");
const none = envelope(404, "none");
type Tags = Service["tags"];
const tags = (change: (tags: Tags) => void) => (service: Service) => change(service.tags);

/** Responds to a removal instead of the reference, if the deployment is there and has tags or not. */
const removal = (isTagged: boolean, answer: (key: string, all: Tags) => Answer) =>
  tags((all) => {
    const { remove } = all;
    all.remove = (key, version) =>
      version.size > 0 === isTagged ? answer(key, all) : remove.call(all, key, version);
  });

test.concurrent.each<[string, string, (service: Service) => void, string]>([
  [
    REMOVED,
    "although it is tagged",
    removal(true, (key, all) => {
      all.versions.delete(key);
      return done;
    }),
    "409",
  ],
  [
    REMOVED,
    "in spite of its refusal",
    removal(true, (key, all) => {
      all.versions.delete(key);
      return envelope(409, "tagged");
    }),
    "200",
  ],
  [REMOVED, "never", removal(false, () => envelope(409, "tagged")), "200"],
  [REMOVED, "not at all", removal(false, () => done), "404"],
  [
    REMOVED,
    "with the other versions",
    removal(false, (_, all) => {
      all.versions.clear();
      return done;
    }),
    "200",
  ],
  ...["createTag", "deleteTag", "queryTag"].map(
    (operation): [string, string, (service: Service) => void, string] => [
      unknown(operation),
      "found",
      tags((all) => {
        all.unknownVersion = (asked) => (asked === operation ? done : none);
      }),
      "404",
    ],
  ),
  [
    NO_DEPLOYMENT,
    "found",
    tags((all) => {
      all.unknownVersion = () => done;
    }),
    "404",
  ],
])("%s: %s", async (title, _, change, status) => {
  const found = await outcomeOf(title, change);
  expect(found.outcome).toBe("failed");
  expect(found.expected.join("\n")).toContain(status);
});

test.concurrent.each([REMOVED, NO_DEPLOYMENT])("%s, as the contract says", async (title) => {
  expect(await outcomeOf(title)).toEqual({ outcome: "passed", expected: [], reason: "" });
});
