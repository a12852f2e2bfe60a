export { type PreferredResponse, prefer } from "@chainkit/openapi";
export { type Mock, type MockOptions, startMock } from "./server.ts";
export type { SpecDocument } from "./specs.ts";
