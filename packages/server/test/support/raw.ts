import { once } from "node:events";
import { connect } from "node:net";
import { onTestFinished } from "vitest";

/** Connects to a server, until the test ends, to send what no HTTP client would. */
export async function rawConnection(url: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  let text = "";
  socket.setEncoding("latin1").on("data", (part) => {
    text += part;
  });
  socket.on("error", () => {});
  const closed = once(socket, "close");
  await once(socket, "connect");
  return {
    socket,
    send: (part: string | Buffer) => void socket.write(part),
    async answers() {
      await closed;
      return parse(text);
    },
  };
}

/** Sends a whole text, and waits until the server closes the connection. */
export async function sendRaw(url: string, text: string | Buffer) {
  const connection = await rawConnection(url);
  connection.send(text);
  return connection.answers();
}

interface RawAnswer {
  readonly status: number;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

function parse(text: string): RawAnswer[] {
  const [, start = "", head = "", rest = ""] =
    /^HTTP\/1\.1 (\d+)[^\r]*\r\n(.*?)\r\n\r\n(.*)$/s.exec(text) ?? [];
  if (!start) {
    return [];
  }
  const headers = Object.fromEntries(
    head.split("\r\n").map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
  const length = headers["content-length"];
  const end = length === undefined ? rest.length : Number(length);
  return [{ status: Number(start), headers, text: rest.slice(0, end) }, ...parse(rest.slice(end))];
}
