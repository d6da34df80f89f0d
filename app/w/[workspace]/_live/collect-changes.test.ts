import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Change } from "@/server/domain/changes/change";
import { collectChanges } from "./collect-changes";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const of = (...ids: string[]): Change[] => [{ kind: "recommendation", ids }];

it("passes a change on at once, and those of the second after it together", () => {
  const passed: (readonly Change[])[] = [];
  const collector = collectChanges(1_000, (changes) => void passed.push(changes));
  collector.add(of("a"));
  expect(passed).toEqual([of("a")]);
  collector.add(of("b"));
  collector.add(of("c"));
  vi.advanceTimersByTime(999);
  expect(passed.length).toBe(1);
  vi.advanceTimersByTime(1);
  expect(passed).toEqual([of("a"), of("b", "c")]);
  collector.add(of("d"));
  collector.close();
  vi.advanceTimersByTime(5_000);
  expect(passed.length).toBe(2);
});

it("passes a change on at once again after a second without changes", () => {
  const passed: (readonly Change[])[] = [];
  const collector = collectChanges(1_000, (changes) => void passed.push(changes));
  collector.add(of("a"));
  vi.advanceTimersByTime(1_000);
  collector.add(of("b"));
  expect(passed).toEqual([of("a"), of("b")]);
});
