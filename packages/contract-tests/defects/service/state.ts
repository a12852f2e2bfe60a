import { envelope } from "../../test/reference/answers.ts";
import { type Service, TOKEN } from "../../test/reference/service.ts";
import type { Tags } from "../../test/reference/tags.ts";
import { type Defect, defectsOf, memory } from "./defect.ts";

const tags = (change: (tags: Tags) => void) => (service: Service) => change(service.tags);
const done = envelope(200, "success");
let turn = 0;

/** Wrong state: reads do not return what was written. */
export const stateDefects: readonly Defect[] = defectsOf("state", "implied", {
  "create does nothing": memory("create", () => done),
  "create replaces the others": tags((all) => {
    all.create = (version, tag) => {
      version.clear();
      version.set(tag, 1);
      return done;
    };
  }),
  "create lists twice": tags((all) => {
    all.list = (version) =>
      [...version].flatMap((each) => (each[0].endsWith("-b") ? [each, each] : [each]));
  }),
  "create refuses what is there": tags((all) => {
    const { create } = all;
    all.create = (version, tag) =>
      version.has(tag) ? envelope(409, "exists") : create.call(all, version, tag);
  }),
  "create puts it elsewhere": tags((all) => {
    all.create = (_, tag) => {
      all.versions.get("token-transfers 1.1.0")?.set(tag, 1);
      return done;
    };
  }),
  "create in capitals": tags((all) => {
    const { create } = all;
    all.create = (version, tag) => create.call(all, version, tag.toUpperCase());
  }),
  "a refused creation is carried out": (service) => {
    const { manage } = service;
    service.manage = (call) => {
      const answer = manage.call(service, call);
      if (answer.status === 401 && call.operation === "createTag") {
        manage.call(service, { ...call, authorization: `Bearer ${TOKEN}` });
      }
      return answer;
    };
  },
  "a refused deletion is carried out": (service) => {
    const { manage } = service;
    service.manage = (call) => {
      const answer = manage.call(service, call);
      if (answer.status === 401 && call.operation === "deleteTag") {
        manage.call(service, { ...call, authorization: `Bearer ${TOKEN}` });
      }
      return answer;
    };
  },
  "create and delete trim names": tags((all) => {
    const { create, delete: remove } = all;
    all.create = (version, tag) => create.call(all, version, tag.trim());
    all.delete = (version, tag) => remove.call(all, version, tag.trim());
  }),
  "create cuts names off": tags((all) => {
    const { create } = all;
    all.create = (version, tag) => create.call(all, version, tag.slice(0, 8));
  }),
  "create makes versions up": tags((all) => {
    all.find = (key) => all.versions.get(key) ?? new Map();
  }),
  "delete does nothing": memory("delete", () => done),
  "delete takes all": tags((all) => {
    all.delete = (version) => {
      version.clear();
      return done;
    };
  }),
  "delete takes another one": tags((all) => {
    all.delete = (version) => {
      const [first] = version.keys();
      return first !== undefined && version.delete(first) ? done : envelope(404, "none");
    };
  }),
  "delete in every version": tags((all) => {
    all.delete = (version, tag) => {
      const had = version.delete(tag);
      for (const each of all.versions.values()) {
        each.delete(tag);
      }
      return had || tag.includes("elsewhere") ? done : envelope(404, "none");
    };
  }),
  "second delete fails": tags((all) => {
    all.delete = (version, tag) => (version.delete(tag) ? done : envelope(500, "no such key"));
  }),
  "delete fails": memory("delete", () => envelope(404, "none")),
  "query shows all versions' tags": tags((all) => {
    all.list = () => [...all.versions.values()].flatMap((each) => [...each]);
  }),
  "query shows none": memory("list", () => []),
  "query shows one only": memory("list", (version) => [...version].slice(0, 1)),
  "query shows new times": tags((all) => {
    all.list = (version) => [...version.keys()].map((tag) => [tag, 1_700_000_000 + turn++]);
  }),
  "query drops the oldest": memory("list", (version) => [...version].slice(-2)),
  "unknown version has no tags": tags((all) => {
    all.unknownVersion = (operation) =>
      envelope(
        operation === "queryTag" ? 200 : 404,
        "none",
        operation === "queryTag" ? { tags: [] } : {},
      );
  }),
  "unknown version can be untagged": tags((all) => {
    all.unknownVersion = (operation) => envelope(operation === "deleteTag" ? 200 : 404, "none");
  }),
  "unknown version can be tagged": tags((all) => {
    all.unknownVersion = (operation) => envelope(operation === "createTag" ? 200 : 404, "none");
  }),
  "unknown deployment can be removed": tags((all) => {
    all.unknownVersion = (operation) =>
      envelope(operation === "removeSubgraph" ? 200 : 404, "none");
  }),
  "unknown version is a 400": memory("unknownVersion", () => envelope(400, "none")),
  "remove does nothing": memory("remove", (_, version) =>
    version.size > 0 ? envelope(409, "x") : done,
  ),
  "remove although tagged": tags((all) => {
    all.remove = (key) => {
      all.versions.delete(key);
      return done;
    };
  }),
  "remove never": memory("remove", () => envelope(409, "tagged")),
  "refused removal removes the tags": tags((all) => {
    const { remove } = all;
    all.remove = (key, version) => {
      const answer = remove.call(all, key, version);
      version.clear();
      return answer;
    };
  }),
  "refused removal removes": tags((all) => {
    all.remove = (key, version) => {
      all.versions.delete(key);
      return version.size > 0 ? envelope(409, "tagged") : done;
    };
  }),
  "removed comes back when tagged": tags((all) => {
    const { answer } = all;
    all.answer = (operation, body) => {
      if (operation === "createTag" && body.subgraph_name === "disposable") {
        all.versions.set("disposable 0.0.1", all.find("disposable 0.0.1") ?? new Map());
      }
      return answer.call(all, operation, body);
    };
  }),
  "tags told apart without case": tags((all) => {
    const { create, delete: remove } = all;
    const nameOf = (version: Map<string, number>, tag: string) =>
      [...version.keys()].find((each) => each.toLowerCase() === tag.toLowerCase()) ?? tag;
    all.create = (version, tag) => create.call(all, version, nameOf(version, tag));
    all.delete = (version, tag) => remove.call(all, version, nameOf(version, tag));
  }),
  "tags of versions of one name": tags((all) => {
    const { find } = all;
    all.find = (key) => find.call(all, key.replace("1.0.0", "1.1.0"));
  }),
  "names with spaces are cut off": tags((all) => {
    const { create, delete: remove } = all;
    all.create = (version, tag) => create.call(all, version, tag.split(" ")[0] ?? "");
    all.delete = (version, tag) => remove.call(all, version, tag.split(" ")[0] ?? "");
  }),
  "long names are cut off": tags((all) => {
    const { create, delete: remove } = all;
    all.create = (version, tag) => create.call(all, version, tag.slice(0, 64));
    all.delete = (version, tag) => remove.call(all, version, tag.slice(0, 64));
  }),
  "long names are refused": tags((all) => {
    const { create } = all;
    all.create = (version, tag) =>
      tag.length > 64 ? envelope(400, "tag: too long") : create.call(all, version, tag);
  }),
  "removal takes the other versions along": tags((all) => {
    const { remove } = all;
    all.remove = (key, version) => {
      const answer = remove.call(all, key, version);
      if (answer.status === 200) {
        all.versions.clear();
      }
      return answer;
    };
  }),
});
