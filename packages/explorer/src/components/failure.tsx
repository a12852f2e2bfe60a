import type { ApiError } from "@chainkit/client";
import { useEffect, useState } from "react";
import { CHAINS, type ChainName, SERVED } from "../chains.ts";
import type { Route } from "../routing/route.ts";
import { useRoute } from "../routing/use-route.ts";
import { Icon } from "./icon.tsx";
import { RouteLink } from "./links.tsx";

interface FailureProps {
  /** Name of the missing content, such as `The block`. */
  readonly what: string;
  readonly error: ApiError;
  readonly retry: () => unknown;
  /** Route to the same content on another chain. */
  readonly elsewhere?: ((chain: ChainName) => Route) | undefined;
}

/** Says kindly what went wrong, and tries again: at once if asked to, by itself after a rate limit. */
export function Failure({ what, error, retry, elsewhere }: FailureProps) {
  const isNotFound = error.kind === "http" && error.status === 404;
  const waitMs = error.kind === "http" ? error.retryAfterMs : undefined;
  return (
    <div className="failure" role="alert">
      <div className={isNotFound ? "banner" : "banner bad"}>
        <Icon name="warning" />
        <p>{explain(what, error)}</p>
        {waitMs !== undefined && <Countdown key={error.message} waitMs={waitMs} onEnd={retry} />}
        {isWorthRetrying(error) && (
          <button className="button" type="button" onClick={retry}>
            Try again
          </button>
        )}
      </div>
      {isNotFound && elsewhere && <Elsewhere route={elsewhere} />}
    </div>
  );
}

function Elsewhere({ route }: { route: (chain: ChainName) => Route }) {
  const { chain } = useRoute();
  const others = SERVED.filter((each) => each !== chain);
  return (
    <nav className="row" aria-label="Other places to look">
      {others.map((each) => (
        <RouteLink key={each} className="button" route={route(each)}>
          Look on {CHAINS[each].label}
        </RouteLink>
      ))}
      <RouteLink className="button quiet" route={{ chain, page: "home" }}>
        Go to the newest blocks
      </RouteLink>
    </nav>
  );
}

function explain(what: string, error: ApiError): string {
  switch (error.kind) {
    case "http":
      if (error.status === 429) {
        return "The service is busy: too many requests.";
      }
      return error.status === 404
        ? `${what} was not found. ${detailOf(error.body)}`
        : `${what} could not be loaded: ${detailOf(error.body) || `status ${error.status}`}`;
    case "network":
      return "The service cannot be reached.";
    case "timeout":
      return "The service took too long to respond.";
    case "input":
      return `${what} was not found: ${error.parameter} is not valid.`;
    default:
      return `${what} could not be loaded: ${error.message}`;
  }
}

function isWorthRetrying(error: ApiError): boolean {
  const isFinal = error.kind === "http" && (error.status === 400 || error.status === 404);
  return !isFinal && error.kind !== "input";
}

/** The explanation within a problem (RFC 9457), if there is one: of invalid parameters the reason of each. */
function detailOf(body: unknown): string {
  const { detail, errors } = Object(body);
  const reasons = Array.isArray(errors) ? errors.map(reasonOf).filter(Boolean).join("; ") : "";
  return reasons || (typeof detail === "string" ? detail : "");
}

function reasonOf(error: unknown): string {
  const { parameter, reason } = Object(error);
  return typeof reason === "string" ? `${parameter ?? "it"} ${reason}` : "";
}

function Countdown({ waitMs, onEnd }: { waitMs: number; onEnd: () => unknown }) {
  const [seconds, setSeconds] = useState(Math.ceil(waitMs / 1_000));
  useEffect(() => {
    if (seconds <= 0) {
      onEnd();
      return;
    }
    const timer = setTimeout(() => setSeconds(seconds - 1), 1_000);
    return () => clearTimeout(timer);
  }, [seconds, onEnd]);
  return <p>Trying again in {seconds} s.</p>;
}
