import { type Mock, startMock } from "@chainkit/mock";
import type { Document } from "./contract.ts";

/** A mock that takes up another contract at the same address. */
export interface DevMock {
  readonly url: string;
  /** @throws Error if the documents cannot be served; the mock stays as it was. */
  serve(documents: readonly Document[]): Promise<void>;
  close(): Promise<void>;
}

/** Starts a mock of these documents on a port; 0: a free one. */
export async function startDevMock(port: number, documents: readonly Document[]): Promise<DevMock> {
  let mock: Mock = await startMock({ port, specs: documents });
  let served = documents;
  const { url } = mock;
  return {
    url,
    async serve(next) {
      await mock.close();
      const at = Number(new URL(url).port);
      try {
        mock = await startMock({ port: at, specs: next });
        served = next;
      } catch (error) {
        mock = await startMock({ port: at, specs: served });
        throw error;
      }
    },
    close: () => mock.close(),
  };
}
