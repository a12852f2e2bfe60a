import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import { pipeline, type Readable } from "node:stream";

/** Makes a request, not yet sent. */
export type MakeRequest = (options: RequestOptions) => ClientRequest;

/**
 * Sends a request and resolves with the response as soon as its headers are there.
 *
 * A connection that was kept may have been closed by the other side at the same moment. Then nothing
 * was read from it, and a body that is still held is sent once more over another one.
 */
export async function sendQuery(
  make: MakeRequest,
  options: RequestOptions & { readonly agent: Agent },
  body: Buffer | Readable,
): Promise<IncomingMessage> {
  const request = make(options);
  try {
    return await responseOf(request, body);
  } catch (error) {
    const isStale = request.reusedSocket && (error as NodeJS.ErrnoException).code === "ECONNRESET";
    if (!isStale || !Buffer.isBuffer(body)) {
      throw error;
    }
    return responseOf(make({ ...options, agent: undefined }), body);
  }
}

function responseOf(request: ClientRequest, body: Buffer | Readable): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once("response", resolve);
    request.once("upgrade", (response, socket) => {
      socket.destroy();
      resolve(response);
    });
    request.once("error", reject);
    if (Buffer.isBuffer(body)) {
      request.end(body);
    } else {
      pipeline(body, request, () => {});
    }
  });
}
