import { describe, expect, it } from "vitest";
import { alonePoints, type LinePoint, linePath, lineScale, lineTicks } from "./line-scale";

const AREA = { left: 0, right: 100, top: 0, bottom: 100 };
const SPAN = { from: 0, to: 10 };
const points = (...values: (string | null)[]): LinePoint[] => values.map((value, at) => ({ at, value }));
const numbers = (...values: string[]) => lineTicks(points(...values)).map(Number);

describe("a line chart", () => {
  it.each([
    [
      ["0.281", "0.331"],
      [0.275, 0.3, 0.325, 0.35],
    ],
    [
      ["0.3", "0.3"],
      [0.3, 0.305, 0.31],
    ],
    [
      ["-0.02", "0.41"],
      [-0.25, 0, 0.25, 0.5],
    ],
    [
      ["12", "998"],
      [0, 500, 1_000],
    ],
    [["0"], [0, 0.005, 0.01]],
    [
      ["0.2801", "0.2799"],
      [0.275, 0.28, 0.285],
    ],
  ])("draws %j between round values", (values, ticks) => {
    expect(numbers(...values)).toEqual(ticks);
  });

  it("draws counts from zero between whole values", () => {
    const ticks = (...values: string[]) => lineTicks(points(...values), { isCount: true }).map(Number);
    expect(ticks("3", "1")).toEqual([0, 2, 4]);
    expect(ticks("5", "4")).toEqual([0, 5, 10]);
    expect(ticks("0")).toEqual([0, 1, 2]);
    expect(ticks("180", "95")).toEqual([0, 100, 200]);
  });

  it("keeps every value in the picture, the greater one higher, the later one further right", () => {
    const { x, y } = lineScale(AREA, SPAN, lineTicks(points("0.281", "0.331")));
    expect(y("0.331")).toBeLessThan(y("0.281"));
    for (const value of ["0.281", "0.331"]) {
      expect(y(value)).toBeGreaterThanOrEqual(0);
      expect(y(value)).toBeLessThanOrEqual(100);
    }
    expect([x(0), x(5), x(10), x(99)]).toEqual([0, 50, 100, 100]);
  });

  it("breaks the line where a value is unknown instead of drawing it at zero", () => {
    const line = points("1", "2", null, "2", "1");
    const path = linePath(line, lineScale(AREA, SPAN, lineTicks(line)));
    expect(path.match(/M/g)).toHaveLength(2);
    expect(path.match(/L/g)).toHaveLength(2);
  });

  it("shows a value between unknown ones as a point", () => {
    expect(alonePoints(points("1", null, "2", null, "3", "4"))).toEqual([
      { at: 0, value: "1" },
      { at: 2, value: "2" },
    ]);
    expect(alonePoints(points("1"))).toHaveLength(1);
  });
});
