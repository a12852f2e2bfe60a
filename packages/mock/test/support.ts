import { readFileSync } from "node:fs";
import { request } from "node:http";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import type { SpecDocument } from "../src/index.ts";

/** Path of the small API that the tests of single traits use. */
export const libraryFile: string = fileURLToPath(new URL("fixtures/library.yaml", import.meta.url));

/** A fresh copy of it, changed by `edit` (which sees it untyped: it breaks it on purpose). */
export function library(edit: (document: EditableSpec) => void = () => {}): SpecDocument {
  const document = parse(readFileSync(libraryFile, "utf8"));
  edit(document);
  return document;
}

/** The parts of the small API that tests edit. */
interface EditableSpec extends SpecDocument {
  paths: Record<string, Record<string, EditableOperation>>;
  components: { schemas: Record<string, Record<string, unknown>> };
}

interface EditableOperation {
  parameters: { schema: Record<string, unknown> }[];
  responses: Record<string, unknown>;
}

/** A response as it came over the wire. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: string;
}

/** Sends a target exactly as written, which `fetch` would normalise; fails after five seconds. */
export function send(
  url: string,
  target: string,
  options: {
    method?: string;
    headers?: Record<string, string>;
    body?: string;
    chunked?: boolean;
  } = {},
): Promise<RawResponse> {
  const { hostname, port } = new URL(url);
  const { method = "GET", headers = {}, body, chunked } = options;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { hostname, port, path: target, method, headers, signal: AbortSignal.timeout(60_000) },
      async (incoming) => {
        let text = "";
        for await (const chunk of incoming.setEncoding("utf8")) {
          text += chunk;
        }
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: text });
      },
    );
    outgoing.on("error", reject);
    if (chunked) {
      outgoing.write(body);
      outgoing.end();
    } else {
      outgoing.end(body);
    }
  });
}
