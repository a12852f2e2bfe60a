import { createServer, type RequestListener } from "node:http";
import { listenAt } from "@chainkit/command";
import { onTestFinished } from "vitest";

/** Serves on a free port until the test ends. @returns The base URL. */
export async function serve(listener: RequestListener): Promise<string> {
  const { url, close } = await listenAt(createServer(listener));
  onTestFinished(close);
  return url;
}
