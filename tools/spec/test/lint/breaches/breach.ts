/** A change that breaks one rule in the valid folder, and the problem that must be reported. */
export interface Breach {
  readonly rule: string;
  readonly file?: string;
  readonly set: Record<string, unknown>;
  readonly at: string;
  /** File of the problem, if not the changed one. */
  readonly atFile?: string;
  /** Redocly's own rules that also report the change. */
  readonly also?: readonly string[];
  /** Number of problems, if not one. */
  readonly times?: number;
}

/** A breach by the value at one pointer, where its problem is unless another place is given; undefined removes it. */
export const breach = (
  rule: string,
  pointer: string,
  value: unknown,
  more: Partial<Breach> = {},
): Breach => ({ rule, set: { [pointer]: value }, at: pointer, ...more });

/** Locations in the valid folder. */
export const get = "/paths/~1things/get";
export const post = "/paths/~1things~1new/post";
export const page = `${get}/responses/200/content/application~1json`;
export const schemas = "shared/schemas.yaml";
export const headers = "shared/headers.yaml";
