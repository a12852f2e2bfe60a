import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run, serve } from "./support.ts";

const done = { 204: { description: "Done." } };
const text = { type: "string" };
const file = { type: "string", format: "binary" };
const content = (type: string, schema: object) => ({ content: { [type]: { schema } } });
const form = content("multipart/form-data", {
  type: "object",
  properties: { title: text, photo: file },
});
const stream = content("text/event-stream", { type: "object" });
const document = {
  openapi: "3.1.0",
  info: { title: "Photos", version: "1" },
  paths: {
    "/notes": { put: { requestBody: content("text/plain", text), responses: done } },
    "/photos": { post: { requestBody: { required: true, ...form }, responses: done } },
    "/news": { get: { responses: { 200: { description: "News.", ...stream } } } },
  },
};

let folder: string;
let spec: string;
let photo: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cli-"));
  spec = join(folder, "photos.json");
  photo = join(folder, "cat.png");
  await writeFile(spec, JSON.stringify(document));
  await writeFile(photo, new Uint8Array([0x89, 0x50, 0xff]));
});
afterAll(() => rm(folder, { recursive: true }));

/** What a command sends, and what it prints. */
async function call(args: readonly string[], response = "") {
  const bodies: Response[] = [];
  const { url } = await serve(async (request, outgoing) => {
    const headers = { "content-type": String(request.headers["content-type"]) };
    bodies.push(new Response(Buffer.concat(await request.toArray()), { headers }));
    const type = { "content-type": "text/event-stream" };
    outgoing.writeHead(response ? 200 : 204, response ? type : {}).end(response);
  });
  const ran = await run(["--spec", spec, ...args], { env: { PHOTOS_BASE_URL: url } });
  return { ...ran, body: bodies[0] };
}

test("a body of text or bytes is the text, or a file", async () => {
  const typed = await call(["put-notes", "--body", "a note"]);
  expect(typed).toMatchObject({ code: 0, stderr: "" });
  expect(await typed.body?.text()).toBe("a note");
  const { body } = await call(["put-notes", "--body", `@${photo}`]);
  expect([...new Uint8Array((await body?.arrayBuffer()) ?? [])]).toEqual([0x89, 0x50, 0xff]);
  const absent = await call(["put-notes", "--body", "@nowhere"]);
  expect(absent.stderr).toContain("put-notes: --body could not be read: ENOENT");
});

test("a field of a form is a file with its name", async () => {
  const { body, stderr } = await call(["post-photos", "--title", "Cat", "--photo", `@${photo}`]);
  expect(stderr).toBe("");
  const sent = await body?.formData();
  expect(sent?.get("title")).toBe("Cat");
  expect(sent?.get("photo")).toMatchObject({ name: "cat.png", size: 3 });
  const { code, stderr: refusal } = await call(["post-photos", "--photo", "cat.png"]);
  expect(code).toBe(2);
  expect(refusal).toContain("post-photos: --photo must be @<file>, or - for standard input");
});

test("a dry run does not pretend to show a file", async () => {
  const { code, stderr } = await call(["put-notes", "--body", `@${photo}`, "--dry-run"]);
  expect(code).toBe(2);
  expect(stderr).toContain("put-notes: --dry-run cannot show files and multipart forms");
});

test("the events of a stream are lines of JSON", async () => {
  const events = 'data: {"a":1}\n\nevent: end\ndata: [DONE]\n\n';
  const { code, stdout } = await call(["get-news"], events);
  expect(code).toBe(0);
  expect(stdout).toBe('{"event":"message","data":{"a":1}}\n{"event":"end","data":"[DONE]"}\n');
});
