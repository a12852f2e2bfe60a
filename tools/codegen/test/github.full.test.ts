import { expect, test } from "vitest";
import { useExtras } from "../../repo/src/extras/index.ts";
import { generateArea } from "../src/generate.ts";
import { typeErrors } from "./support.ts";

// A public description of some 1,200 operations that nobody wrote with this generator in mind.
const { path } = await useExtras("github");
const file = path("@octokit/openapi/generated/api.github.com.json");

const consumer = `
import type { ApiGithubComOperations } from "./operations.ts";

declare const github: ApiGithubComOperations;
export async function calls() {
  const repo = await github["repos/get"]({ owner: "a", repo: "b" });
  const stars: number = repo.stargazers_count;
  const issue = await github["issues/create"]({ owner: "a", repo: "b", title: "t", labels: ["x"] });
  const result = await github["repos/get"]({ owner: "a", repo: "b" }).result();
  if (!result.ok && result.error.kind === "http" && result.error.status === 404) {
    const message: string | undefined = result.error.body.message;
    console.log(message, stars, issue.number);
  }
  // @ts-expect-error misspelt
  github["repos/get"]({ owner: "a", repos: "b" });
  // @ts-expect-error missing
  github["issues/create"]({ owner: "a", repo: "b" });
}
`;

test("all of its operations are generated, and type-check", async () => {
  const area = await generateArea({ file });
  expect(area.operations.operations.length).toBeGreaterThan(1000);
  expect(await typeErrors(new Map([...area.files, ["consumer.ts", consumer]]))).toBe("");
});
