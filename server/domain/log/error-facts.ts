const FRAMES = 5;
const FRAME = /^\s+at (.+)$/;

/** What a line of the log tells about an error. */
export interface ErrorFacts {
  readonly error: string;
  readonly code: string | null;
  readonly at: string | null;
}

/**
 * Returns the class of an error, its code and where it was thrown, but nothing of its text, which may quote what a
 * store, a site or a person wrote.
 */
export function errorFacts(error: unknown): ErrorFacts {
  if (!(error instanceof Error)) return { error: typeof error, code: null, at: null };
  const code = "code" in error && typeof error.code === "string" ? error.code : null;
  return { error: error.constructor.name, code, at: framesOf(error) };
}

/**
 * Returns the innermost frames; null where the stack does not begin with the text, which then could pass for frames.
 */
function framesOf({ stack = "", message }: Error): string | null {
  const begin = stack.indexOf(message);
  if (begin < 0 || stack.slice(0, begin).includes("\n")) return null;
  const frames = stack
    .slice(begin + message.length)
    .split("\n")
    .flatMap((line) => FRAME.exec(line)?.[1] ?? []);
  return frames.slice(0, FRAMES).join(" < ") || null;
}
