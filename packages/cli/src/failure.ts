/** A wrong command line or setting. Its message names what is wrong; `fix` says what to do. */
export class UsageError extends Error {
  readonly fix: string;
  /** The flag or setting at fault. */
  readonly parameter: string | undefined;

  constructor(message: string, fix = "", parameter?: string) {
    super(message);
    this.name = "UsageError";
    this.fix = fix;
    this.parameter = parameter;
  }
}

/** A response that is not what the contract promises. */
export class ResponseError extends Error {
  readonly kind = "decode";

  constructor(message: string) {
    super(message);
    this.name = "ResponseError";
  }
}
