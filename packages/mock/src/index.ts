export { type PreferredResponse, prefer } from "./preference-header.ts";
export { type Mock, type MockOptions, startMock } from "./server.ts";
export type { SpecDocument } from "./spec-document.ts";
