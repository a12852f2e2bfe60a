import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { specFolder } from "@chainkit/spec";
import { guidesFolder } from "../src/guides.ts";
import { writeSite } from "../src/render.ts";
import { buildSite, renderSite } from "../src/site.ts";

/** The public URL of the site that is built with one. */
export const PUBLIC_URL = "https://docs.example/api";

const fourth = `
openapi: 3.1.0
info:
  title: Fourth <area> & more
  version: 0.1.0
  description: Made up here.
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
      responses: { "200": { description: Done. } }
components:
  securitySchemes: { bearerAuth: { type: http, scheme: bearer } }
`;

/** Folders of sources, below one that `remove` removes, and for the site. */
async function makeFolders() {
  const root = await mkdtemp(join(tmpdir(), "docs-test-"));
  const remove = () => rm(root, { recursive: true, force: true });
  const [spec, guides] = [join(root, "spec"), join(root, "guides")];
  return { root, spec, guides, folder: join(root, "site"), remove };
}

async function writeFourth(spec: string): Promise<void> {
  await writeFile(join(spec, "fourth.yaml"), fourth);
  await mkdir(join(spec, "samples"), { recursive: true });
  await writeFile(
    join(spec, "samples", "getFourth.ts"),
    'await fourth.getFourth({ id: "</script>" });\n',
  );
  await writeFile(join(spec, "samples", "putFourth.ts"), "await fourth.putFourth();\n");
}

/** The sources of a site that is built fast: a made-up area, and the beginnings of the guides. */
export async function writeSmallSources() {
  const { root: _, ...folders } = await makeFolders();
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
  return folders;
}

/** Builds the site of our areas and of a made-up fourth one, and that of our areas at `PUBLIC_URL`. */
export async function writeTestSites() {
  const { root, spec, folder, remove } = await makeFolders();
  await cp(specFolder, spec, { recursive: true });
  await writeFourth(spec);
  await buildSite(folder, { spec });
  const publicFolder = join(root, "public");
  await writeSite(publicFolder, await renderSite({ url: `${PUBLIC_URL}/` }));
  return { spec, folder, publicFolder, remove };
}
