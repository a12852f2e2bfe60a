import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { specFolder } from "@chainkit/spec";
import { buildSite } from "../src/site.ts";

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

/** The specs of our areas and of a made-up fourth one, in a folder of its own. */
export async function copySources() {
  const root = await mkdtemp(join(tmpdir(), "docs-test-"));
  const spec = join(root, "spec");
  await cp(specFolder, spec, { recursive: true });
  await writeFile(join(spec, "fourth.yaml"), fourth);
  await writeFile(
    join(spec, "samples", "getFourth.ts"),
    'await fourth.getFourth({ id: "</script>" });\n',
  );
  await writeFile(join(spec, "samples", "putFourth.ts"), "await fourth.putFourth();\n");
  const remove = () => rm(root, { recursive: true, force: true });
  return { spec, guides: join(root, "guides"), folder: join(root, "site"), remove };
}

/** Builds the site of these areas. */
export async function writeTestSite() {
  const { spec, folder, remove } = await copySources();
  await buildSite(folder, { spec });
  return { spec, folder, remove };
}
