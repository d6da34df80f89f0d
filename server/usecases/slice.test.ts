import { expect, it, vi } from "vitest";
import { beginSlice, SLICE_LEASE_MS, SLICE_MS } from "./slice";

const services = { settings: { sliceMs: SLICE_MS } };

it("a slice is over after its time, long before its lease", () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  try {
    const isOver = beginSlice(services, undefined);
    expect(isOver()).toBe(false);
    clock.mockReturnValue(SLICE_LEASE_MS / 2);
    expect(isOver()).toBe(true);
  } finally {
    clock.mockRestore();
  }
});

it("a slice is over as soon as the process stops", () => {
  const stop = new AbortController();
  const isOver = beginSlice(services, stop.signal);
  expect(isOver()).toBe(false);
  stop.abort();
  expect(isOver()).toBe(true);
});
