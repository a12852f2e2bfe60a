/** graph-node rejected a request, which had no effect. */
export class GraphNodeRefusedError extends Error {
  override readonly name = "GraphNodeRefusedError";
}

/** graph-node could not be reached; the request was not sent. */
export class GraphNodeUnreachableError extends Error {
  override readonly name = "GraphNodeUnreachableError";
}

/** A request was sent without a response; whether it took effect is unknown. */
export class GraphNodeNoResponseError extends Error {
  override readonly name = "GraphNodeNoResponseError";
}

/** The request conflicts with the current deployments; `kind` is the reason. */
export class DeploymentError extends Error {
  override readonly name = "DeploymentError";
  readonly kind: "unknown" | "conflict" | "invalid";

  constructor(kind: "unknown" | "conflict" | "invalid", message: string) {
    super(message);
    this.kind = kind;
  }
}
