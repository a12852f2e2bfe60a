import type { Media, Response } from "./operation.ts";

/** A media type of each range that neither JSON nor text is in. */
const OF_RANGE: Readonly<Record<string, string>> = {
  application: "application/octet-stream",
  audio: "audio/mpeg",
  image: "image/png",
  video: "video/mp4",
};

/** Whether a name of a response is a status, a range of them, or `default`. */
export function isStatus(name: string): boolean {
  return /^(\d{3}|\d[Xx]{2}|default)$/.test(name);
}

/** Returns the media type that a response is sent with: of a range, JSON, plain text, or else one within it. */
export function sentType({ type, isJson }: Pick<Media, "type" | "isJson">): string {
  if (!type.includes("*")) {
    return type;
  }
  return isJson ? "application/json" : (OF_RANGE[type.split("/")[0] ?? ""] ?? "text/plain");
}

/** Finds the response that documents a status: by the status itself, its range, or `default`. */
export function responseFor<Documented extends Pick<Response, "status">>(
  responses: readonly Documented[],
  status: number,
): Documented | undefined {
  return [String(status), `${Math.floor(status / 100)}XX`, "default"]
    .map((wanted) => responses.find((response) => response.status === wanted))
    .find((response) => response !== undefined);
}

/** Returns the success responses: 2xx, or `default` if there are none. */
export function successesOf(responses: readonly Response[]): Response[] {
  const listed = responses.filter(({ status }) => status.startsWith("2"));
  return listed.length > 0 ? listed : responses.filter(({ status }) => status === "default");
}

/** Whether a client returned the events of a stream. */
export function isStream(data: unknown): data is AsyncIterable<unknown> {
  return typeof data === "object" && data !== null && Symbol.asyncIterator in data;
}

/** Writes a body as its media type has it; events as one event, unless they are written already. */
export function bodyText(body: unknown, type: string): string {
  const isJson = typeof body !== "string" || /json\b/.test(type);
  const text = isJson ? JSON.stringify(body) : body;
  const isEvent = /^text\/event-stream\b/.test(type) && !/^(data|event|id|retry)?:/m.test(text);
  return isEvent ? `data: ${text.replaceAll("\n", "\ndata: ")}\n\n` : text;
}
