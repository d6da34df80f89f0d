import { describe, expect, it } from "vitest";
import {
  isRunFinished,
  judgeCancel,
  judgeRelease,
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
    expect(judgeCancel("queued")).toEqual({ effect: "canceled" });
    expect(judgeCancel("running")).toEqual({ effect: "canceled" });
    expect(judgeCancel("canceled")).toEqual({ idempotent: true });
    expect(judgeCancel("succeeded")).toEqual({ conflict: "succeeded" });
    expect(judgeCancel("failed")).toEqual({ conflict: "failed" });
  });

  it("is released once, if it was held", () => {
    expect(judgeRelease({ status: "succeeded", held: true, released: false })).toEqual({
      effect: "succeeded",
    });
    expect(judgeRelease({ status: "succeeded", held: true, released: true })).toEqual({ idempotent: true });
    expect(judgeRelease({ status: "succeeded", held: false, released: false })).toEqual({
      conflict: "succeeded",
    });
    expect(judgeRelease({ status: "running", held: false, released: false })).toEqual({
      conflict: "running",
    });
  });
});
