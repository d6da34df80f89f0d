import { TRPCClientError } from "@trpc/client";
import { expect, it } from "vitest";
import { mayRepeat, repeatDelayMs } from "./repeat";

const failure = (error: string, httpStatus: number) =>
  TRPCClientError.from({
    error: { code: -32_000, message: "Not now.", data: { error, httpStatus } },
  } as unknown as Error);

it("sends a query again while the rate limit's window lasts, and no refused one", () => {
  const limited = failure("rate_limited", 429);
  let waitedMs = 0;
  let times = 0;
  for (; mayRepeat(times, limited); times += 1) waitedMs += repeatDelayMs(times, limited);
  expect(waitedMs).toBeGreaterThanOrEqual(60_000);
  expect(times).toBeLessThan(20);
  expect(mayRepeat(0, failure("not_found", 404))).toBe(false);
  expect([0, 1, 2].map((failed) => mayRepeat(failed, failure("internal_error", 500)))).toEqual([
    true,
    true,
    false,
  ]);
});
