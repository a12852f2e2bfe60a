/** graph-node refused a request: nothing has changed there. */
export class GraphNodeRefusedError extends Error {
  override readonly name = "GraphNodeRefusedError";
}

/** graph-node was not reached, and the request was not sent: nothing has changed there. */
export class GraphNodeUnreachableError extends Error {
  override readonly name = "GraphNodeUnreachableError";
}

/** A request was sent and not answered: whether it took effect is unknown. */
export class GraphNodeNoResponseError extends Error {
  override readonly name = "GraphNodeNoResponseError";
}

/** What was asked for does not fit what is deployed; `kind` tells why. */
export class DeploymentError extends Error {
  override readonly name = "DeploymentError";
  readonly kind: "unknown" | "conflict" | "invalid";

  constructor(kind: "unknown" | "conflict" | "invalid", message: string) {
    super(message);
    this.kind = kind;
  }
}
