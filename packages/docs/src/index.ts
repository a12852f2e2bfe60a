export { curlSample } from "./curl.ts";
export { type DocsServer, type ServeOptions, serveDocs } from "./serve.ts";
