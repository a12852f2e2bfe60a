const MAX_NAME = 255;
/** Of a name in the registry, which allows more than graph-node. */
const MAX_REGISTERED = 256;
const MAX_DEPLOYMENT_ID = 46;
const MAX_NODE_ID = 63;

/**
 * Returns the name of a version at graph-node. Each version is a separate subgraph there, so that it can
 * be removed without the others.
 *
 * @throws Error naming the rule that the name violates.
 * @example
 * remoteNameOf("transfers", "v2"); // "transfers/v2"
 */
export function remoteNameOf(name: string, version: string): string {
  const remoteName = `${name}/${version}`;
  assertRemoteName(remoteName);
  return remoteName;
}

/** Validates a name of the registry. @returns The violated rule; undefined if it is valid. */
export function nameViolation(name: string): string | undefined {
  if (name === "" || name.length > MAX_REGISTERED) {
    return `must be 1 to ${MAX_REGISTERED} characters long`;
  }
  if (!name.isWellFormed()) {
    return "must be well-formed Unicode";
  }
  return /\p{Cc}/u.test(name) ? "must not contain control characters" : undefined;
}

/** Checks a subgraph name. @throws Error naming the rule of graph-node that it violates. */
export function assertRemoteName(remoteName: string): void {
  const fault = nameFault(remoteName);
  if (fault !== undefined) {
    throw new Error(`graph-node does not accept the name ${JSON.stringify(remoteName)}: ${fault}`);
  }
}

/** Checks a deployment id, the IPFS hash of a manifest. @throws Error if it is invalid. */
export function assertDeploymentId(id: string): void {
  if (!/^\w+$/.test(id) || id.length > MAX_DEPLOYMENT_ID || id === "subgraphs") {
    throw new Error(
      `the deployment id must be an IPFS hash of at most ${MAX_DEPLOYMENT_ID} letters and digits, such as QmbFMke1…; received ${JSON.stringify(id)}`,
    );
  }
}

/** Checks the id of an indexing node. @throws Error if it is invalid. */
export function assertNodeId(id: string): void {
  if (id === "" || id.length > MAX_NODE_ID || /\s|\p{Cc}/u.test(id)) {
    throw new Error(
      `the node id must be 1 to ${MAX_NODE_ID} characters without spaces; received ${JSON.stringify(id)}`,
    );
  }
}

/** Name of a version in the registry. */
export interface VersionName {
  readonly name: string;
  readonly version: string;
}

/** Splits `<name>/<version>` at the last slash. @throws Error if either part is missing. */
export function splitVersion(text: string): VersionName {
  const at = text.lastIndexOf("/");
  if (at <= 0 || at === text.length - 1) {
    throw new Error(
      `a version is named <name>/<version>, such as transfers/v2; received ${JSON.stringify(text)}`,
    );
  }
  return { name: text.slice(0, at), version: text.slice(at + 1) };
}

function nameFault(name: string): string | undefined {
  if (name === "" || name.length > MAX_NAME) {
    return `it must be 1 to ${MAX_NAME} characters long`;
  }
  if (!/^[A-Za-z0-9_/-]+$/.test(name)) {
    return "only letters, digits, - and _ may be used, and / between its parts";
  }
  return name.split("/").map(partFault).find(Boolean);
}

function partFault(part: string): string | undefined {
  if (part === "") {
    return "no part between slashes may be empty";
  }
  if (part === "graphql") {
    return "no part may be graphql";
  }
  if (!/^[A-Za-z0-9](.*[A-Za-z0-9])?$/.test(part)) {
    return `its part ${part} must begin and end with a letter or a digit`;
  }
  return /[A-Za-z]/.test(part) ? undefined : `its part ${part} must have a letter, as in v${part}`;
}

/** Path prefix of all endpoints of subgraphs. */
export const ENDPOINT_ROOT = "/subgraphs/";

/** Returns the path of the endpoint of a version or tag. */
export function endpointPath(name: string, target: string): string {
  return `${ENDPOINT_ROOT}${encodeURIComponent(name)}/${encodeURIComponent(target)}`;
}
