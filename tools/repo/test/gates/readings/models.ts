import fc from "fast-check";

/** A parameter as it is meant, and how it is written down. */
export interface ParameterModel {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly type: "integer" | "string" | "boolean";
  /** Of an integer. */
  readonly maximum: number;
  /**
   * `override`: the path has one of the same name that says something else; `siblings`: its maximum
   * stands beside the `$ref` of its schema.
   */
  readonly form: "inline" | "reference" | "path" | "override" | "siblings";
}

/** A request body as it is meant. */
export interface BodyModel {
  readonly required: boolean;
  readonly form: (typeof BODY_FORMS)[number];
  readonly type: "application/json" | "application/json; charset=utf-8";
  /** Whether it is a reference to a named body. */
  readonly isNamed: boolean;
}

/** An operation as it is meant. */
export interface OperationModel {
  readonly id: string;
  readonly parameters: readonly ParameterModel[];
  readonly body?: BodyModel;
  readonly security: (typeof SECURITIES)[number];
  readonly statuses: readonly string[];
}

/** Bodies of these forms are objects `{ a: string, b?: integer }`, but for the array of integers. */
const BODY_FORMS = [
  "fields",
  "closed",
  "reference",
  "array",
  "allOf",
  "open",
  "siblings",
  "conditional",
] as const;

/** The security of an operation, and what it comes to for a caller. */
const SECURITIES = [
  "none",
  "free",
  "required",
  "optional",
  "optional certificate",
  "key or token",
  "document",
] as const;

/** Whether the body is one parameter of a call, rather than one for each of its fields. */
export function isWhole({ required, form }: BodyModel): boolean {
  return !required || !["fields", "closed", "reference"].includes(form);
}

/** Whether credentials must or may be sent. */
export function authOf({ security }: OperationModel): "none" | "optional" | "required" {
  if (security === "none" || security === "free") {
    return "none";
  }
  return security === "optional" || security === "optional certificate" ? "optional" : "required";
}

/** Whether clients can send the credentials; the generator rejects other operations. */
export function hasClient({ security }: OperationModel): boolean {
  return security !== "optional certificate";
}

const parameter = fc.record({
  in: fc.constantFrom("path", "query", "query", "header"),
  required: fc.boolean(),
  type: fc.constantFrom("integer", "integer", "string", "boolean"),
  maximum: fc.integer({ min: 10, max: 99 }),
  form: fc.constantFrom("inline", "reference", "path", "override", "siblings"),
} satisfies { [Key in keyof Omit<ParameterModel, "name">]: fc.Arbitrary<ParameterModel[Key]> });

const body: fc.Arbitrary<BodyModel> = fc.record({
  required: fc.boolean(),
  form: fc.constantFrom(...BODY_FORMS),
  type: fc.constantFrom("application/json", "application/json; charset=utf-8"),
  isNamed: fc.boolean(),
});

const operation = fc.record({
  parameters: fc.array(parameter, { maxLength: 4 }),
  body: fc.option(body, { nil: undefined }),
  security: fc.constantFrom(...SECURITIES),
  statuses: fc.subarray(["400", "401", "404", "4XX", "default"]),
});

/** Random operations, of forms that a document may use but readers get wrong. */
export const operationModels: fc.Arbitrary<OperationModel[]> = fc
  .array(operation, { minLength: 1, maxLength: 3 })
  .map((operations) =>
    operations.map(({ parameters, body: sent, ...rest }, index) => ({
      ...rest,
      id: `operation${index}`,
      parameters: parameters.map((each, at) => ({
        ...each,
        name: `p${at}`,
        required: each.required || each.in === "path",
      })),
      ...(sent ? { body: sent } : {}),
    })),
  );
