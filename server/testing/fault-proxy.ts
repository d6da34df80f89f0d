import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

export type FaultMode =
  /** Forwards unchanged. */
  | "pass"
  /** The connection breaks before the store receives the request. */
  | "drop-request"
  /** The store carries the request out; its answer is lost and the connection breaks. */
  | "drop-response"
  /** The store receives the request `ms` later, when the client has long given up. */
  | "delay-request"
  /** The store carries the request out at once; its answer is delayed by `ms`. */
  | "delay-response"
  /** The network delivers the request twice, one after the other. */
  | "duplicate"
  /** The store carries the request out; a gateway answers 502 instead. */
  | "502-after-apply"
  /** A gateway answers 429 with `Retry-After: 1`; the store does not receive the request. */
  | "429-before"
  /** A firewall answers in the store's place, as `answer` says; the store does not receive the request. */
  | "host-before"
  /** The store carries the request out; a firewall replaces its answer as `answer` says. */
  | "host-after-apply"
  /** The store carries the request out; `text` stands before its answer, as a notice of PHP does. */
  | "text-before"
  /** The connection breaks at once; the store receives the request when the rule's `hold` delivers it. */
  | "deliver-later";

/** An answer of a firewall or a proxy. */
export type HostAnswer = {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
};

const FORBIDDEN: HostAnswer = {
  status: 403,
  body: "<html><head><title>403 Forbidden</title></head><body><h1>Blocked by the firewall</h1></body></html>",
};

export type FaultRule = {
  readonly mode: FaultMode;
  /** Only requests whose method, path or body contain this; default: every request. */
  readonly match?: string;
  /** How many requests the rule applies to; default: one. */
  readonly times?: number;
  /** Milliseconds of a delay. */
  readonly ms?: number;
  /** What a firewall answers; default: a page with status 403. */
  readonly answer?: HostAnswer;
  /** What stands before the store's answer; default: nothing. */
  readonly text?: string;
  /** Receives the function that delivers a request of mode `deliver-later`. */
  readonly hold?: (deliver: () => Promise<void>) => void;
};

/**
 * A test's own decision over each request, instead of rules; called with its method, path and body as one text before
 * it is passed on.
 */
export type Decide = (text: string) => Promise<{
  /** Null passes the request on. */
  readonly rule: FaultRule | null;
  /** Called when the store has answered, or died, and before anything is answered to the client. */
  readonly after: () => Promise<void>;
}>;

export type ProxiedRequest = {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly mode: FaultMode;
  /** How often the store has answered this request so far. */
  readonly arrivals: number;
};

export type FaultProxy = {
  /** Replaces the target's URL, path included. */
  readonly url: string;
  /** Appends a rule; the first that matches a request applies. */
  readonly fault: (rule: FaultRule) => void;
  readonly clear: () => void;
  readonly log: () => readonly ProxiedRequest[];
  /** Resolves once no request is in flight to the store any more, delayed ones included. */
  readonly settled: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

type Rule = { -readonly [K in keyof FaultRule]: FaultRule[K] } & { left: number };
type Entry = { -readonly [K in keyof ProxiedRequest]: ProxiedRequest[K] };
type Relayed = {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
};

/** Starts an HTTP proxy on loopback in front of `target` that injects network faults by rule. */
export async function startFaultProxy(options: {
  target: string;
  port?: number;
  decide?: Decide;
}): Promise<FaultProxy> {
  const target = new URL(options.target);
  const log: Entry[] = [];
  const underway = new Set<Promise<void>>();
  let rules: Rule[] = [];

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readAll(request);
    const { method = "GET", url: path = "/" } = request;
    const text = `${method} ${path} ${body.toString()}`;
    const decided = await options.decide?.(text);
    const rule = decided ? decided.rule : takeRule(rules, text);
    const entry: Entry = { method, path, body: body.toString(), mode: rule?.mode ?? "pass", arrivals: 0 };
    log.push(entry);
    const send = async () => {
      try {
        return await relay(target, request, body);
      } finally {
        entry.arrivals += 1;
        await decided?.after();
      }
    };
    if (entry.mode === "deliver-later" && rule?.hold) {
      rule.hold(async () => void (await send()));
      return breakOff(response);
    }
    await strike(entry.mode, rule ?? {}, send, response);
  };

  const server = createServer((request, response) => {
    const work = handle(request, response).catch(() => {
      response.destroy();
    });
    underway.add(work);
    void work.finally(() => underway.delete(work));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const settled = async () => {
    while (underway.size > 0) await Promise.all(underway);
  };
  return {
    url: `http://127.0.0.1:${port}${target.pathname.replace(/\/$/, "")}`,
    fault: (rule) => {
      rules.push({ ...rule, left: rule.times ?? 1 });
    },
    clear: () => {
      rules = [];
    },
    log: () => log.map((entry) => ({ ...entry })),
    settled,
    stop: async () => {
      await settled();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function takeRule(rules: readonly Rule[], text: string): Rule | null {
  const rule = rules.find(({ left, match }) => left > 0 && (match === undefined || text.includes(match)));
  if (rule) rule.left -= 1;
  return rule ?? null;
}

async function strike(
  mode: FaultMode,
  { ms = 0, answer = FORBIDDEN, text = "" }: Pick<FaultRule, "ms" | "answer" | "text">,
  send: () => Promise<Relayed>,
  response: ServerResponse,
): Promise<void> {
  if (mode === "drop-request") return breakOff(response);
  if (mode === "429-before") {
    response.writeHead(429, { "retry-after": "1" }).end();
    return;
  }
  if (mode === "host-before") {
    response.writeHead(answer.status, answer.headers).end(answer.body);
    return;
  }
  if (mode === "delay-request") await pause(ms);
  const reply = await send();
  if (mode === "duplicate") await send();
  if (mode === "drop-response") return breakOff(response);
  if (mode === "delay-response") await pause(ms);
  if (mode === "502-after-apply") {
    response.writeHead(502).end("Bad gateway");
    return;
  }
  if (mode === "host-after-apply") {
    response.writeHead(answer.status, answer.headers).end(answer.body);
    return;
  }
  if (mode === "text-before") {
    const { "content-length": _length, "transfer-encoding": _encoding, ...headers } = reply.headers;
    response.writeHead(reply.status, headers).end(Buffer.concat([Buffer.from(text), reply.body]));
    return;
  }
  response.writeHead(reply.status, reply.headers).end(reply.body);
}

/** Resets the connection instead of closing it, as a broken network does. */
function breakOff(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

function relay(target: URL, from: IncomingMessage, body: Buffer): Promise<Relayed> {
  return new Promise((resolve, reject) => {
    const { hostname, port, host } = target;
    // As proxies do: some stores sign requests with the name that the client used.
    const headers = { ...from.headers, host, "x-forwarded-host": from.headers.host };
    const outgoing = sendRequest(
      { hostname, port, path: from.url, method: from.method, headers, agent: false },
      (response) => {
        readAll(response).then((read) => {
          resolve({ status: response.statusCode ?? 502, headers: response.headers, body: read });
        }, reject);
      },
    );
    outgoing.once("error", reject);
    outgoing.end(body);
  });
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
