import { serveDocs } from "@chainkit/docs";
import { startMock } from "@chainkit/mock";

/** Something that is being served. */
export interface Served {
  readonly url: string;
  close(): Promise<void>;
}

/** The ports that were asked for. */
export interface Ports {
  readonly api?: number | undefined;
  readonly docs?: number | undefined;
}

const USUAL = { api: 4010, docs: 8080 };

/**
 * Serves the mock API, unless there is another to call, and the docs.
 *
 * @param target Address of a running deployment to use instead of the mock.
 * @throws Error if a port that was asked for is taken; nothing is left running then.
 */
export async function serve(
  ports: Ports,
  target?: string,
): Promise<{ readonly api: Served; readonly docs: Served; close(): Promise<void> }> {
  const api = target
    ? { url: target, close: async () => {} }
    : await onPort(ports.api, USUAL.api, (port) => startMock({ port }));
  const docs = await onPort(ports.docs, USUAL.docs, (port) => serveDocs({ port })).catch(
    async (error) => {
      await api.close();
      throw error;
    },
  );
  const close = async () => {
    await Promise.all([api.close(), docs.close()]);
  };
  return { api, docs, close };
}

/** Takes the port that was asked for and no other; else the usual one, or a free one. */
async function onPort(
  asked: number | undefined,
  usual: number,
  start: (port: number) => Promise<Served>,
): Promise<Served> {
  if (asked !== undefined) {
    return start(asked);
  }
  try {
    return await start(usual);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") {
      throw error;
    }
    return start(0);
  }
}
