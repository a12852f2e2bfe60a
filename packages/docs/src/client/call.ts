import type { Auth, BodyFormat, Credential } from "@chainkit/openapi";

/** Request description of an operation, from the `data-call` attribute of its page. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly auth: Auth;
  /** Whether the service accepts it only from pages of its own origin. */
  readonly isSameOrigin?: boolean;
  /** How the token of the settings is sent. */
  readonly credentials: readonly Credential[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    /** Whether each of its values, which commas separate, is sent by itself. */
    readonly isRepeated?: boolean;
  }[];
  readonly body?: { readonly type: string; readonly format: BodyFormat };
}
