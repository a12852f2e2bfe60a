import { createHash, timingSafeEqual } from "node:crypto";
import { BlockList, isIP } from "node:net";
import { type Guard, refuse } from "./guard.ts";

/** A bearer token (RFC 6750) that cannot be guessed. */
const TOKEN = /^[\w.~+/-]{16,}=*$/;

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8);
loopback.addAddress("::1", "ipv6");

/** What decides whether a server must know its callers. */
interface Exposure {
  /** Address to listen on. */
  readonly host: string;
  /** Token that every caller must send. */
  readonly callerToken?: string | undefined;
  /** Whether the server may do without. */
  readonly insecure?: boolean | undefined;
  /** Whether tools that change data are offered. */
  readonly allowWrites: boolean;
}

/**
 * Checks the token of the server's own callers, without which a server may neither be reached from other
 * machines nor change data.
 *
 * @throws Error if the token is missing or can be guessed.
 */
export function assertCallersKnown({ host, callerToken, insecure, allowWrites }: Exposure): void {
  if (callerToken !== undefined && !TOKEN.test(callerToken)) {
    throw new Error(
      "the token of callers must have at least 16 characters, of those that a bearer token may have; " +
        "create one, for example with: openssl rand -hex 32",
    );
  }
  if (callerToken !== undefined || insecure) {
    return;
  }
  const fix =
    "set CHAINKIT_MCP_TOKEN (callerToken), or --insecure if something else checks callers";
  if (!isLoopback(host)) {
    throw new Error(`${host || "every address"} can be reached from other machines; ${fix}`);
  }
  if (allowWrites) {
    throw new Error(`over HTTP, --allow-writes lets every local program change data; ${fix}`);
  }
}

function isLoopback(host: string): boolean {
  const family = isIP(host);
  return family === 0 ? host === "localhost" : loopback.check(host, family === 6 ? "ipv6" : "ipv4");
}

/** Lets requests proceed that carry the token, and responds with 401 to others. */
export function requireToken(token: string): Guard {
  const expected = digest(token);
  return (request, response) => {
    const { authorization } = request.headers;
    const sent = /^bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
    // Digests have the same length, and comparing them takes the same time whatever was sent.
    if (sent !== undefined && timingSafeEqual(digest(sent), expected)) {
      return true;
    }
    response.setHeader(
      "www-authenticate",
      authorization === undefined ? "Bearer" : 'Bearer error="invalid_token"',
    );
    refuse(response, 401, "send the token of this MCP server: Authorization: Bearer <token>");
    return false;
  };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
