import { type Answer, envelope } from "./answers.ts";

/** The deployments that a fresh service has. */
const DEPLOYMENTS = ["token-transfers 1.0.0", "token-transfers 1.1.0", "disposable 0.0.1"];

/** Deployments and their tags, in memory. */
export class Tags {
  readonly versions: Map<string, Map<string, number>> = new Map(
    DEPLOYMENTS.map((key) => [
      key,
      new Map(key.endsWith("1.1.0") ? [["stable", 1_700_000_000]] : []),
    ]),
  );

  answer(operation: string, body: Readonly<Record<string, string>>): Answer {
    const name = body.subgraph_name ?? body.name;
    const version = this.find(`${name} ${body.version}`);
    if (!version) {
      return envelope(404, "not deployed");
    }
    switch (operation) {
      case "createTag":
        return this.create(version, body.tag ?? "");
      case "deleteTag":
        return this.delete(version, body.tag ?? "");
      case "queryTag":
        return this.query(version);
      default:
        return this.remove(`${name} ${body.version}`, version);
    }
  }

  find(key: string): Map<string, number> | undefined {
    return this.versions.get(key);
  }

  create(version: Map<string, number>, tag: string): Answer {
    if (!version.has(tag)) {
      version.set(tag, 1_700_000_001);
    }
    return envelope(200, "success");
  }

  delete(version: Map<string, number>, tag: string): Answer {
    return version.delete(tag) ? envelope(200, "success") : envelope(404, `no tag ${tag}`);
  }

  query(version: Map<string, number>): Answer {
    const tags = [...version].map(([tag, create_time]) => ({ tag, create_time }));
    return envelope(200, "success", { tags });
  }

  remove(key: string, version: Map<string, number>): Answer {
    if (version.size > 0) {
      return envelope(409, "still tagged");
    }
    this.versions.delete(key);
    return envelope(200, "success");
  }
}
