export { type DocsServer, type ServeOptions, serveDocs } from "./serve.ts";
