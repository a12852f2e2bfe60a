import { expect, test } from "vitest";
import { envelope } from "../reference/answers.ts";
import { known } from "../reference/server.ts";
import { type Service, TOKEN } from "../reference/service.ts";
import { expectViolation, outcomeOf } from "./outcome.ts";

const ANY =
  "createTag / invariant / after any sequence of creations and deletions, the listed tags are the existing ones";
const TIME = "queryTag / invariant / create_time stays the same from one query to the next";
const GONE =
  "deleteTag / invariant / a deleted tag is not listed, and deleting it again changes nothing";
const REFUSED = "createTag / invariant / a refused change changes nothing";
const APART =
  "queryTag / invariant / a tag of one version is not listed at another version, nor changed there";

const done = envelope(200, "success");
const none = envelope(404, "none");
type Tags = Service["tags"];
const tags = (change: (tags: Tags) => void) => (service: Service) => change(service.tags);

/** Carries out what a wrong token asks for, and says that it did not. */
const carriedOut = (operation: string) => (service: Service) => {
  const { manage } = service;
  service.manage = (call) => {
    const answer = manage.call(service, call);
    if (answer.status === 401 && call.operation === operation) {
      manage.call(service, { ...call, authorization: `Bearer ${TOKEN}` });
    }
    return answer;
  };
};
let time = 1_700_000_000;

test.concurrent.each<[string, string, (service: Service) => void, RegExp]>([
  [
    ANY,
    "not created",
    tags((all) => (all.create = () => done)),
    /^(the created tags are listed: contract-|200, because the tag may exist)/,
  ],
  [
    ANY,
    "not deleted",
    tags((all) => (all.delete = () => done)),
    /^the created tags are listed: (none|contract-)/,
  ],
  [
    ANY,
    "the others are deleted",
    tags((all) => {
      const { delete: remove } = all;
      all.delete = (version, tag) => {
        version.delete("stable");
        return remove.call(all, version, tag);
      };
    }),
    /^(the tags are unchanged: \{.*stable|status 404)/,
  ],
  [
    TIME,
    "another time each time",
    tags((all) => {
      all.list = (version) => [...version.keys()].map((tag) => [tag, time++]);
    }),
    /^create_time of contract-\w+-time stays 17\d+$/,
  ],
  [GONE, "is listed", tags((all) => (all.delete = () => done)), /^the tags are unchanged: /],
  [
    GONE,
    "others change",
    tags((all) => {
      const { delete: remove } = all;
      all.delete = (version, tag) => {
        version.set("another", 1);
        return remove.call(all, version, tag);
      };
    }),
    /^the tags are unchanged: /,
  ],
  [
    REFUSED,
    "created",
    carriedOut("createTag"),
    /-refused is not listed, as its creation was refused$/,
  ],
  [
    REFUSED,
    "deleted",
    carriedOut("deleteTag"),
    /-refused-before is listed, as its deletion was refused$/,
  ],
  [
    APART,
    "listed at another version",
    tags((all) => {
      const { create } = all;
      all.create = (version, tag) => {
        for (const each of all.versions.values()) {
          create.call(all, each, tag);
        }
        return create.call(all, version, tag);
      };
    }),
    /^the tags are unchanged: /,
  ],
  [
    APART,
    "deleted at another version",
    tags((all) => {
      all.delete = (version, tag) => {
        const had = version.delete(tag);
        for (const each of all.versions.values()) {
          each.delete(tag);
        }
        return had ? done : none;
      };
    }),
    /-other-version is still listed/,
  ],
])("%s: %s", async (title, _, change, expected) => {
  const found = await outcomeOf(title, change);
  expectViolation(found, expected);
});

test.concurrent.each<[string, string, (service: Service) => void]>([
  ...[ANY, GONE].map((title): [string, string, (service: Service) => void] => [
    title,
    "a deletion that finds nothing succeeds",
    tags((all) => {
      all.delete = (version, tag) => {
        version.delete(tag);
        return done;
      };
    }),
  ]),
  ...[ANY, TIME, GONE, REFUSED, APART].map(
    (title): [string, string, (service: Service) => void] => [
      title,
      "tags of other runs come and go",
      tags((all) => {
        const { list } = all;
        all.list = (version) => [...list.call(all, version), [`contract-other${time++}-x`, 1]];
      }),
    ],
  ),
  [
    APART,
    "a tag is a pointer, which its creation elsewhere moves",
    tags((all) => {
      const { create } = all;
      all.create = (version, tag) => {
        for (const each of all.versions.values()) {
          each.delete(tag);
        }
        return create.call(all, version, tag);
      };
    }),
  ],
  ...[ANY, TIME, GONE, REFUSED, APART].map(
    (title): [string, string, (service: Service) => void] => [
      title,
      "as the contract says",
      () => {},
    ],
  ),
])("%s, allowed: %s", async (title, _, change) => {
  expect(await outcomeOf(title, change)).toEqual({ outcome: "passed", expected: [], reason: "" });
});

test("a single version has none to be told apart from", async () => {
  const calls = { ...known, createTag: (known.createTag ?? []).slice(0, 1) };
  expect(await outcomeOf(APART, () => {}, calls)).toEqual({
    outcome: "not applicable",
    expected: [],
    reason: "only one version is known for createTag; pass another one with --known",
  });
});

test("nothing of a run is left behind", async () => {
  for (const title of [ANY, TIME, GONE, REFUSED, APART]) {
    let found: string[] = [];
    await outcomeOf(title, ({ tags: all }) => {
      const { answer } = all;
      all.answer = (operation, body) => {
        const result = answer.call(all, operation, body);
        found = [...all.versions.values()].flatMap((version) => [...version.keys()]);
        return result;
      };
    });
    expect(found, title).toEqual(["stable"]);
  }
});
