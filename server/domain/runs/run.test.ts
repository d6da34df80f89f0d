import { describe, expect, it } from "vitest";
import {
  evaluateCancel,
  evaluateRelease,
  isRunFinished,
  mayRunBecome,
  RUN_STATUSES,
} from "@/server/domain/runs/run";

describe("a run", () => {
  it("goes from queued over running to one end, and stays there", () => {
    const moves = RUN_STATUSES.flatMap((from) =>
      RUN_STATUSES.filter((to) => mayRunBecome(from, to)).map((to) => `${from} → ${to}`),
    );
    expect(moves).toEqual([
      "queued → running",
      "queued → failed",
      "queued → canceled",
      "running → succeeded",
      "running → failed",
      "running → canceled",
    ]);
    expect(RUN_STATUSES.filter(isRunFinished)).toEqual(["succeeded", "failed", "canceled"]);
  });

  it("is canceled once; a finished one is not", () => {
    expect(evaluateCancel("queued")).toEqual({ effect: "canceled" });
    expect(evaluateCancel("running")).toEqual({ effect: "canceled" });
    expect(evaluateCancel("canceled")).toEqual({ idempotent: true });
    expect(evaluateCancel("succeeded")).toEqual({ conflict: "succeeded" });
    expect(evaluateCancel("failed")).toEqual({ conflict: "failed" });
  });

  it("is released once, if it was held", () => {
    expect(evaluateRelease({ status: "succeeded", held: true, released: false })).toEqual({
      effect: "succeeded",
    });
    expect(evaluateRelease({ status: "succeeded", held: true, released: true })).toEqual({
      idempotent: true,
    });
    expect(evaluateRelease({ status: "succeeded", held: false, released: false })).toEqual({
      conflict: "succeeded",
    });
    expect(evaluateRelease({ status: "running", held: false, released: false })).toEqual({
      conflict: "running",
    });
  });
});
