import { BODIES } from "./bodies";
import type { HostileRoute } from "./routes";

/** The pieces sent over one connection, with a pause between them, in milliseconds. */
export interface Attack {
  readonly name: string;
  pieces(route: HostileRoute, host: string): readonly Buffer[];
  readonly pauseMs?: number;
}

const CRLF = "\r\n";

function head(
  route: HostileRoute,
  host: string,
  more: Readonly<Record<string, string>>,
  target = route.path,
): Buffer {
  const headers = { host, connection: "close", "content-type": route.type, ...route.headers, ...more };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}${CRLF}`);
  return Buffer.from(`POST ${target} HTTP/1.1${CRLF}${lines.join("")}${CRLF}`, "latin1");
}

const withBody = (route: HostileRoute, host: string, body: Buffer): Buffer[] => [
  head(route, host, { "content-length": String(body.length) }),
  body,
];

/** Bodies of the largest accepted size. */
const costly = Object.entries(BODIES).map(
  ([name, make]): Attack => ({
    name,
    pieces: (route, host) => withBody(route, host, make(route.limit)),
  }),
);

const separated = (route: HostileRoute, parts: number, part: (i: number) => string): string =>
  `${route.path.split("?", 1)[0] ?? "/"}?${Array.from({ length: parts }, (_, i) => part(i)).join("&")}`;

const chunk = (bytes: number): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.toString(16)}${CRLF}`), Buffer.alloc(bytes, 0x61), Buffer.from(CRLF)]);

const others: readonly Attack[] = [
  {
    name: "declared 300 MB",
    pieces: (route, host) => [
      head(route, host, { "content-length": "300000000" }),
      ...Array.from({ length: 32 }, () => Buffer.alloc(256 * 1024, 0x61)),
    ],
  },
  {
    name: "chunks without an end",
    pieces: (route, host) => [
      head(route, host, { "transfer-encoding": "chunked" }),
      ...Array.from({ length: 128 }, () => chunk(64 * 1024)),
    ],
  },
  {
    name: "chunks of one byte",
    pieces: (route, host) => [
      head(route, host, { "transfer-encoding": "chunked" }),
      Buffer.concat(Array.from({ length: 20_000 }, () => chunk(1))),
    ],
  },
  {
    name: "slow body",
    pauseMs: 250,
    pieces: (route, host) => [
      head(route, host, { "content-length": "1000" }),
      ...Array.from({ length: 8 }, () => Buffer.from("a")),
    ],
  },
  {
    name: "slow headers",
    pauseMs: 250,
    pieces: (route, host) =>
      [...head(route, host, {}).subarray(0, 24).toString()].map((text) => Buffer.from(text)),
  },
  { name: "no headers", pieces: (route) => [Buffer.from(`POST ${route.path} HTTP/1.1${CRLF}${CRLF}`)] },
  { name: "HTTP/1.0", pieces: (route) => [Buffer.from(`GET ${route.path} HTTP/1.0${CRLF}${CRLF}`)] },
  { name: "no HTTP", pieces: () => [Buffer.from(`\u0016\u0003\u0001 hello${CRLF}${CRLF}`)] },
  {
    name: "shorter than declared",
    pieces: (route, host) => [head(route, host, { "content-length": "500" }), Buffer.from("{}")],
  },
  {
    name: "longer than declared",
    pieces: (route, host) => [
      head(route, host, { "content-length": "2" }),
      Buffer.from("{}GET / HTTP/1.1\r\n\r\n"),
    ],
  },
  {
    name: "large headers",
    pieces: (route, host) => [head(route, host, { "x-large": "x".repeat(20_000) })],
  },
  {
    name: "many cookies",
    pieces: (route, host) => [
      head(route, host, {
        cookie: Array.from({ length: 900 }, (_, i) => `c${i}=${"=".repeat(6)}`).join("; "),
        "content-length": "0",
      }),
    ],
  },
  {
    name: "many parameters",
    pieces: (route, host) => [
      head(
        route,
        host,
        { "content-length": "0" },
        separated(route, 3_000, (i) => `a${i % 2}=`),
      ),
    ],
  },
  {
    name: "broken path",
    pieces: (route, host) => [
      head(route, host, { "content-length": "0" }, `${route.path}/%zz/%00/..%2f?x=%ff%00&limit=1e1`),
    ],
  },
  {
    name: "control characters",
    pieces: (route, host) =>
      withBody(
        route,
        host,
        Buffer.from(
          route.type.includes("json")
            ? '{"reason":"a\\u0000b","email":"a\\u0000","subset_tags":["\\ud800"]}'
            : "client_id=%00&code=%00%01&email=%00&grant_type=authorization_code&state=%0a",
        ),
      ),
  },
  {
    name: "foreign encoding",
    pieces: (route, host) => [
      head(route, host, { "content-type": `${route.type}; charset=utf-16le`, "content-length": "4" }),
      Buffer.from("{\0}\0"),
    ],
  },
  {
    name: "another host",
    pieces: (route) => withBody(route, "evil.example:99999/../", Buffer.from("{}")),
  },
  {
    name: "upgrade",
    pieces: (route, host) => [
      Buffer.from(
        `GET ${route.path} HTTP/1.1${CRLF}host: ${host}${CRLF}connection: Upgrade${CRLF}upgrade: websocket${CRLF}sec-websocket-key: eHh4eHh4eHh4eHh4eHh4eA==${CRLF}sec-websocket-version: 13${CRLF}${CRLF}`,
      ),
    ],
  },
  ...["GET", "PUT", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "HEAD"].map(
    (method): Attack => ({
      name: `method ${method}`,
      pieces: (route, host) => [
        Buffer.from(
          `${method} ${route.path} HTTP/1.1${CRLF}host: ${host}${CRLF}connection: close${CRLF}${CRLF}`,
        ),
      ],
    }),
  ),
];

export const ATTACKS: readonly Attack[] = [...costly, ...others];
