/**
 * Words that readers search for and that a guide's title lacks, by the path of its page. Without them, the
 * parameters and fields of that name fill the results, and none of them says how to use it.
 */
export const SEARCH_TOPICS: Readonly<Record<string, string>> = {
  "guides/authentication.html": "token bearer API key",
  "guides/command-line.html": "CLI terminal",
  "guides/commonjs-and-jest.html": "require moduleResolution node10 TS2307 ESM",
  "guides/errors-and-retries.html": "retry backoff timeout exception",
  "guides/mocking-in-unit-tests.html": "MSW Vitest Jest",
  "guides/paging-and-resuming.html": "cursor next page paging resume",
  "guides/tanstack-query.html": "React Vue Solid Svelte",
  "guides/troubleshooting-calls.html":
    "ESM CommonJS require moduleResolution CORS 401 ECONNREFUSED base URL support",
  "guides/testing-against-the-mock.html": "Prism",
};
