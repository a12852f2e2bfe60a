import * as fc from "fast-check";

const LONG = "a".repeat(7_000);

/** Request targets that URL parsers, routers and file servers stumble over. */
const TARGETS = [
  ...["//", "///", "////a", "//a:b", "//[", "//@", "//a@b:c", "/\\", "\\", "\\\\a\\b", "/;", "/."],
  ...["*", "?", "#", "/#", "/?", "//?", "?a=b", ".", "..", "a", ":", "://", "[::1]", "a:80"],
  ...["http:", "http://", "http:///", "http://[", "http://a:99999/", "http://:@/", "file:///etc"],
  ...["HTTP://x/mcp", "javascript:alert(1)", "/http://x/", "//x/mcp", "/mcp/", "/mcp//", "/mcp?%"],
  ...["/%", "/%zz", "/%00", "/%c0%80", "/%ff", "/%2e%2e/", "/..%2f..%2f", "/../../etc/passwd"],
  ...["/\xe9", "/\xff\xfe", "/\x7f", "/a\tb", "/a b", "/\x00", "/%u0041", "/%25%30%30"],
  ...["/__proto__", "/constructor", "/toString", "/hasOwnProperty", "/assets/__proto__"],
  ...["/v2/__proto__/blocks/1", "/v2/constructor/blocks/latest", "/v2/ethereum/blocks/%"],
  ...["/v2/ethereum/blocks/latest?__proto__[a]=1", "/v2/ethereum/blocks/1?a=%&b=%zz&=&&="],
  ...["/ethereum/v1/transactions?limit=1&limit=2", "/ethereum/v1/transactions?cursor=%00"],
  ...["/ethereum/v1/transactions?cursor=[]&limit=1e99", "/ethereum/v1/transactions?limit[a]=1"],
  ...["/subgraphs/a/1?query=%zz", "/subgraphs/%2f/%00", "/subgraphs/a/1?query={a}&variables=["],
  ...["/assets/defaults.js?", "/reload-events", "/index.html/", "/404.html", "/problems/__proto__"],
  ...["/explorer/../", "/explorer/%", "/metrics?x", "/healthz?%"],
  "/public_api/v1/%/tags/create-tag",
  ...[`/${LONG}`, `/?${LONG}`, "/".repeat(7_000), "/a".repeat(3_500), "%41".repeat(2_000)],
];

const METHODS = [
  ...["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "QUERY"],
  ...["PROPFIND", "M-SEARCH", "PURGE", "PRI", "FOO", "get", "__proto__", ""],
];

/** Header lines, each with a value that servers parse. */
const HEADERS = [
  ...["host:", "host: [", "host: a b", "host: a:99999", "host: a:b", "host: \xff", "host: //", "x"],
  ...["host: a\r\nhost: b", "host : a", " host: a", "host: [::1", "host: user@a", "host: *"],
  ...["connection: upgrade\r\nupgrade: websocket", "connection: upgrade\r\nupgrade: h2c"],
  ...["connection: upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ"],
  ...["expect: 100-continue", "expect: magic", "te: trailers", "trailer: x", "connection: host"],
  ...["content-length: -1", "content-length: 1e9", "content-length: 99999999999999999999"],
  ...["content-length: 1\r\ncontent-length: 2", "content-length: 4\r\ntransfer-encoding: chunked"],
  ...["transfer-encoding: gzip", "transfer-encoding: chunked, chunked", "transfer-encoding: \x0b"],
  ...["content-type:", "content-type: /", "content-type: a/b; c", "content-type: \xff/\xff"],
  ...["content-type: application/json; charset=\xff", "content-type: multipart/form-data"],
  ...["content-encoding: gzip", "content-encoding: br, gzip", "content-encoding: \xff"],
  ...["accept:", "accept: ,", "accept: */*;q=x", "accept: a/b/c"],
  `accept: ${"*/*,".repeat(1_500)}`,
  ...["accept-encoding: gzip;q=x", "accept-encoding: ,", "accept-language: \xff", "accept: \xff"],
  ...["range: bytes=5-2", "range: bytes=-", "range: bytes=-5", "range: bytes=0-0,2-1", "range: x"],
  ...["range: bytes=9999999999-", "range: bytes=1e3-", "range: bytes=99999999999999999999-1"],
  ...["range: bytes=NaN-NaN", "range: bytes=--5", "range: bytes=2--5", "if-range: x"],
  ...['if-none-match: "', "if-none-match: *", "if-none-match: W/", "if-modified-since: x"],
  ...["cookie: =", "cookie: a=%", "cookie: ;;;=", "cookie: __proto__=1", "cookie: \xff=\xff"],
  ...["authorization:", "authorization: Bearer", "authorization: Bearer \xff", "authorization: %"],
  ...["authorization: Basic =", `authorization: Bearer ${LONG}`, "prefer: code=__proto__"],
  ...["prefer: code=200", "prefer: code=99", 'prefer: example="', "prefer: code=404, example=x"],
  ...["prefer: dynamic=true", "prefer: code=0", "prefer: example=__proto__", "prefer: \xff"],
  ...["origin: null", "origin: [", "origin: http://[", "origin: \xff", "referer: //"],
  ...["origin: x\r\naccess-control-request-method: \xff\r\naccess-control-request-headers: \xff"],
  ...["access-control-request-method: GET\r\naccess-control-request-headers: \x7f, \t, é"],
  ...["x-forwarded-for: ,", "x-forwarded-for: [::1]:1", "x-forwarded-for: \xff"],
  "forwarded: for=[",
  ...["x-forwarded-host: [", "x-forwarded-proto: \xff", "x-http-method-override: FOO"],
  ...["x-request-id: \xff", `x-request-id: ${LONG}`, "traceparent: 00-0-0-0", "baggage: ="],
  ...["mcp-protocol-version: x", "mcp-session-id: \xff", "mcp-method: \xff", "mcp-name: =?base64?"],
  ...["last-event-id: \xff", "__proto__: x", "constructor: x", "x: \x00", "x: \x7f", "x:\x0by"],
  ...["\xff: x", ": x", "a\r\n b: c", "a: b\r\n folded", `x: ${"a".repeat(20_000)}`],
  "x: y\r\n".repeat(3_000).trimEnd(),
];

/** Beginnings and ends of requests that are no HTTP, or only half. */
const BROKEN = [
  ...["\x16\x03\x01\x02\x00\x01", "\r\n\r\n\r\n", "\x00", "GET", "GET /", "GET / HTTP/1.1\r\n\r\n"],
  ...["GET / HTTP/9.9\r\n\r\n", "GET / HTTP/0.9\r\n\r\n", "GET  /  HTTP/1.1\r\n\r\n"],
  "GET /\r\n\r\n",
  ...["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "GET / HTTP/1.1\nhost: x\n\n", "GET / ICE/1.0\r\n\r\n"],
  "POST /mcp HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
  "POST /mcp HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n2;\xff=\x00\r\n{}\r\n0\r\n\r\n",
];

/** Bodies that JSON and JSON-RPC readers stumble over. */
const BODIES = [
  ...["null", "[]", "{}", "0", '""', "{", "\xff\xfe", "\x00", '{"__proto__":1}', "[null]", "[[]]"],
  ...['{"jsonrpc":"2.0"}', '{"jsonrpc":"2.0","id":{},"method":1}', '{"id":1,"method":"x"}'],
  ...['{"jsonrpc":"2.0","id":1,"method":"tools/call"}', '[{"jsonrpc":"2.0","id":1}]'],
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"__proto__","arguments":[]}}',
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"getBlock","arguments":{"__proto__":1}}}',
  '{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"chainkit://guides/../../package.json"}}',
  '{"jsonrpc":"2.0","id":1,"method":"__proto__","params":{"_meta":null}}',
  `${"[".repeat(5_000)}${"]".repeat(5_000)}`,
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${'{"a":'.repeat(3_000)}1${"}".repeat(3_001)}`,
];

/** Lists hostile requests to one listener, one byte per character. @param paths Paths that it serves. */
export function probesFor(paths: readonly string[]): string[] {
  const targets = [...TARGETS, ...paths.flatMap((path) => [path, `/${path}`, `${path}/%`])];
  return [
    ...targets.map((target) => request("GET", target)),
    ...TARGETS.slice(0, 20).flatMap((target) => [
      request("POST", target),
      request("OPTIONS", target),
    ]),
    ...METHODS.flatMap((method) => [...paths, "*"].map((path) => request(method, path))),
    ...HEADERS.flatMap((header) =>
      paths.flatMap((path) => [
        request("GET", path, [header]),
        request("POST", path, [header], "{}"),
      ]),
    ),
    ...BODIES.flatMap((body) => paths.map((path) => request("POST", path, [], body))),
    ...BROKEN,
  ];
}

/** Random requests, made of the parts of the others. */
export function anyProbe(paths: readonly string[]): fc.Arbitrary<string> {
  const byte = fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code));
  const bytes = fc.string({ unit: byte, maxLength: 12 });
  const word = fc.oneof(
    fc.constantFrom("/", "//", "%", "%00", "..", "?", "#", "[", "]", "@", ":", "\\", "*", "&", "="),
    fc.constantFrom("mcp", "v2", "ethereum", "blocks", "latest", "assets", "__proto__", "http://"),
    bytes,
  );
  const words = fc.array(word, { maxLength: 8 }).map((all) => all.join(""));
  const target = fc.oneof(
    fc.constantFrom(...paths, ...TARGETS),
    words,
    fc.tuple(fc.constantFrom(...paths), words).map(([path, end]) => path + end),
  );
  const names = HEADERS.map((line) => line.split(":")[0] ?? "");
  const header = fc.oneof(
    fc.constantFrom(...HEADERS),
    fc.tuple(fc.constantFrom(...names), words).map(([name, value]) => `${name}: ${value}`),
  );
  return fc
    .tuple(
      fc.oneof(fc.constantFrom("GET", "POST"), fc.constantFrom(...METHODS)),
      target,
      fc.array(header, { maxLength: 4 }),
      fc.option(fc.oneof(fc.constantFrom(...BODIES), bytes), { nil: undefined }),
    )
    .map((parts) => request(...parts));
}

function request(
  method: string,
  target: string,
  headers: readonly string[] = [],
  body?: string,
): string {
  const has = (name: string) => headers.some((line) => line.toLowerCase().startsWith(name));
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(has("host") ? [] : ["host: localhost"]),
    ...(has("connection") ? [] : ["connection: close"]),
    ...(body === undefined || has("content-type") ? [] : ["content-type: application/json"]),
    ...(body === undefined || has("accept") ? [] : ["accept: application/json, text/event-stream"]),
    ...(body === undefined || has("content-length") || has("transfer-encoding")
      ? []
      : [`content-length: ${body.length}`]),
    ...headers,
  ];
  return `${lines.join("\r\n")}\r\n\r\n${body ?? ""}`;
}

/** A request as it is named where it fails. */
export function shown(text: string): string {
  const line = JSON.stringify(text);
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}
