export { createClient, isApiError } from "/work/main/packages/runtime/src/index.ts";
