/** One thing broken in the valid folder: what is set where, and what the rule then points at. */
export interface Breach {
  readonly rule: string;
  readonly file?: string;
  readonly set: Record<string, unknown>;
  readonly at: string;
  /** Where the problem is, if not in the file that was changed. */
  readonly atFile?: string;
  /** Rules of Redocly's own that rightly object too. */
  readonly also?: readonly string[];
  /** How often the rule objects, if not once. */
  readonly times?: number;
}

/** Where things are in the valid folder. */
export const get = "/paths/~1things/get";
export const post = "/paths/~1things~1new/post";
export const page = `${get}/responses/200/content/application~1json`;
export const schemas = "shared/schemas.yaml";
export const headers = "shared/headers.yaml";
