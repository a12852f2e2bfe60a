export { handlersOf } from "./document.ts";
export { handlers, overrides } from "./handlers.ts";
export {
  example,
  inTurn,
  notFound,
  offline,
  type Reply,
  rateLimited,
  serverError,
  slow,
  status,
  unauthorized,
} from "./reply.ts";
export type { AreaKey, DocumentOptions, HandlersOptions, Overrides, Refusal } from "./types.ts";
