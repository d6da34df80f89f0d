import type { HttpResponse } from "./message";

/** The media type of an answer that reports progress before its result. */
export const NDJSON = "application/x-ndjson";

/** The progress of an upload, in rows. */
export interface Progress {
  readonly rows: number;
  readonly of: number;
}

/**
 * Answers while work is going on, one JSON object a line: `{ progress }` each time there is news, then
 * `{ status, body }` with the answer that a request without progress gets. Work goes on when the client leaves.
 * @param start begins the work; its answer may be an error, it never throws
 */
export function progressResponse(
  headers: Readonly<Record<string, string>>,
  start: (report: (progress: Progress) => void) => Promise<HttpResponse>,
): HttpResponse {
  const state: { latest: Progress | null; answer: HttpResponse | null } = { latest: null, answer: null };
  let wake: () => void = () => undefined;
  const work = start((progress) => {
    state.latest = progress;
    wake();
  }).then((answer) => {
    state.answer = answer;
    wake();
  });
  async function* lines(): AsyncGenerator<string> {
    while (state.answer === null) {
      if (state.latest === null) await new Promise<void>((resolve) => (wake = resolve));
      if (state.latest !== null) yield `${JSON.stringify({ progress: state.latest })}\n`;
      state.latest = null;
    }
    await work;
    const { status, body } = state.answer;
    yield `{"status":${status},"body":${typeof body === "string" ? body : "null"}}\n`;
  }
  return { status: 200, headers: { ...headers, "content-type": NDJSON }, body: lines() };
}
