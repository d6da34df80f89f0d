import { describe, expect, it } from "vitest";
import { DAY_MS } from "@/server/domain/durations";
import { fc } from "@/server/testing/seed";
import { evaluateAttempt, MOST_ATTEMPTS } from "./delivery";

const NOW = Date.parse("2026-11-02T09:30:00Z");
const failed = (attempts: number, random = 0, acceptedSince = false) =>
  evaluateAttempt({ status: 500 }, { attempts, acceptedSince }, NOW, random);

describe("an attempt", () => {
  it.each([200, 201, 204, 299])("delivers when answered with %d", (status) => {
    expect(evaluateAttempt({ status }, { attempts: 1, acceptedSince: false }, NOW, 0)).toEqual({
      next: "delivered",
    });
  });

  it.each([null, 101, 301, 307, 400, 404, 429, 500, 503])("is retried when answered with %s", (status) => {
    expect(evaluateAttempt({ status }, { attempts: 1, acceptedSince: false }, NOW, 0)).toEqual({
      next: "retry",
      atMs: NOW + 5_000,
    });
  });

  it("gives up and disables the endpoint when answered with 410, whichever attempt it is", () => {
    for (let attempts = 1; attempts <= MOST_ATTEMPTS; attempts++)
      expect(evaluateAttempt({ status: 410 }, { attempts, acceptedSince: true }, NOW, 0)).toEqual({
        next: "give_up",
        disable: "gone",
      });
  });

  it("gives up when it fails as the last one; the endpoint stays if it accepted another event meanwhile", () => {
    expect(failed(MOST_ATTEMPTS)).toEqual({ next: "give_up", disable: "failing" });
    expect(failed(MOST_ATTEMPTS, 0, true)).toEqual({ next: "give_up", disable: null });
  });
});

it("retries over three days, later each time, with at most a tenth of jitter", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (random) => {
      const pauses = Array.from({ length: MOST_ATTEMPTS - 1 }, (_, at) => {
        const effect = failed(at + 1, random);
        if (effect.next !== "retry") throw new Error(`attempt ${at + 1} is not retried`);
        return effect.atMs - NOW;
      });
      expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
      const total = pauses.reduce((sum, pause) => sum + pause, 0);
      expect(total).toBeGreaterThan(3 * DAY_MS);
      expect(total).toBeLessThan(3.5 * DAY_MS);
    }),
  );
});
