import type { Operation, RequestBody } from "../spec/operations.ts";
import type { Setting, Values } from "./values.ts";

/** What the cases of a request body are made from. */
export interface BodyContext {
  readonly operation: Operation;
  /** The operation's body. */
  readonly body: RequestBody;
  /** The call that the cases vary. */
  readonly base: Values;
  readonly setting: Setting;
}
