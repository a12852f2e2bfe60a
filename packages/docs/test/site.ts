import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { specFolder } from "@chainkit/spec";
import { afterAll, inject } from "vitest";
import { guidesFolder } from "../src/guides.ts";
import { textOf } from "../src/html.ts";
import { type DocsServer, type ServeOptions, serveFolder } from "../src/serve.ts";
import { buildSite } from "../src/site.ts";

const fourth = `
openapi: 3.1.0
info:
  title: Fourth <area> & more
  version: 0.1.0
  description: >-
    Made up here, for results of a search which mention a fourth kind of all things that are in the world:
    it is long enough for this end to be cut, too, where it began later.
security:
  - {}
  - bearerAuth: []
paths:
  /fourth/{id}:
    get:
      operationId: getFourth
      security: []
      responses:
        "200":
          description: Done.
          x-origin: chainkit
          content:
            application/json:
              schema: { type: object, properties: { fee: { type: string, description: Fee in wei. } } }
              example: { fee: "1" }
    put:
      operationId: putFourth
      tags: [Some Things]
      summary: Put a fourth
      parameters:
        - { name: id, in: path, required: true, schema: { type: string }, example: "1" }
        - { name: X, in: header, required: true, schema: { type: string }, example: seven }
      requestBody: { content: { text/plain: { schema: { type: string }, example: a b } } }
      responses:
        "200": { description: Done., content: { application/json: { schema: {} } } }
components:
  securitySchemes: { bearerAuth: { type: http, scheme: bearer } }
`;

/** Folders of sources, below one that `remove` removes, and for the site. */
async function makeFolders() {
  const root = await mkdtemp(join(tmpdir(), "docs-test-"));
  const remove = () => rm(root, { recursive: true, force: true });
  const [spec, guides] = [join(root, "spec"), join(root, "guides")];
  return { spec, guides, folder: join(root, "site"), remove };
}

async function writeFourth(spec: string): Promise<void> {
  await writeFiles(spec, {
    "fourth.yaml": fourth,
    "samples/getFourth.ts": 'await fourth.getFourth({ id: "</script>" });\n',
    "samples/putFourth.ts": "await fourth.putFourth();\n",
  });
}

/** Writes files below a folder, with the folders that they need. */
export async function writeFiles(root: string, files: Readonly<Record<string, string>>) {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

/** The sources of a site that is built fast: a made-up area, and the beginnings of the guides, two of them made up. */
export async function writeSmallSources() {
  const folders = await makeFolders();
  for (const name of ["shared", "register.yaml", "README.md"]) {
    await cp(join(specFolder, name), join(folders.spec, name), { recursive: true });
  }
  await writeFourth(folders.spec);
  await mkdir(folders.guides);
  for (const name of await readdir(guidesFolder)) {
    const text = await readFile(join(guidesFolder, name), "utf8");
    const [heading] = text.split("\n\n", 1);
    await writeFile(join(folders.guides, name), `${heading}\n\nWhat it is about.\n`);
  }
  for (const name of ["index", "quick-start"]) {
    const text = join(import.meta.dirname, `fixtures/${name}.markdown`);
    await cp(text, join(folders.guides, `${name}.md`));
  }
  return folders;
}

/** Builds the site of our areas and of a made-up fourth one. */
export async function writeTestSite() {
  const { spec, folder, remove } = await makeFolders();
  await cp(specFolder, spec, { recursive: true });
  await writeFourth(spec);
  await buildSite(folder, { spec });
  return { spec, folder, remove };
}

/** Serves that site until the tests of a file have ended. */
export async function useDocs(options: ServeOptions = {}): Promise<DocsServer> {
  const docs = await serveFolder(inject("testSite").folder, options);
  afterAll(docs.close);
  return docs;
}

/** Reads the files of that site, by their paths in it. */
export async function readTestSite(): Promise<Map<string, string>> {
  const { folder } = inject("testSite");
  const paths = (await readdir(folder, { recursive: true })).filter((path) => /\.\w+$/.test(path));
  const read = async (path: string) => [path, await readFile(join(folder, path), "utf8")] as const;
  return new Map(await Promise.all(paths.map(read)));
}

/** What a page shows, without its scripts. */
export const shownBy = (page: string): string =>
  textOf(page.replaceAll(/<(script|style)\b.*?<\/\1>/gs, ""));
