/** Describes why a request failed. The message of `fetch` is generic; its cause names the problem. */
export function reasonOf(error: Error): string {
  const problem = error.cause instanceof Error ? error.cause : error;
  // A host with several addresses, such as localhost: each has failed, and the message is empty.
  if (problem instanceof AggregateError && problem.message === "") {
    return problem.errors.map(({ message }: Error) => message).join("; ");
  }
  // OpenSSL puts a thread id and a line of its sources into the message.
  const { library, reason } = problem as { readonly library?: string; readonly reason?: string };
  return library === undefined ? problem.message : `TLS: ${reason}`;
}
