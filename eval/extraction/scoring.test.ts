import { describe, expect, it } from "vitest";
import { figures, shareCalledSoldOut } from "@/eval/extraction/scoring";

const truth = {
  a: { price: ["19.90", "24.90"], availability: ["InStock"] },
  b: { price: ["5"], availability: ["OutOfStock"] },
  c: { availability: ["InStock"] },
};
const ids = Object.keys(truth);

describe("the score of answers", () => {
  it("compares prices as decimals, and any listed one counts", () => {
    const answers = { a: { price: "24.9" }, b: { price: ["5.00 "] }, c: {} };
    expect(figures(truth, answers, "price", ids)).toMatchObject({ right: 2, wrong: 0, missed: 0, f1: 1 });
  });

  it("counts a price against who names one where there is none", () => {
    const answers = { a: { price: "19.90" }, b: { price: "5" }, c: { price: "1" } };
    expect(figures(truth, answers, "price", ids)).toMatchObject({
      right: 2,
      wrong: 1,
      missed: 0,
      precision: 0.6667,
      recall: 1,
    });
  });

  it("counts a wrong price against precision and recall, a missing one against recall alone", () => {
    expect(figures(truth, { a: { price: "7" } }, "price", ids)).toMatchObject({
      right: 0,
      wrong: 1,
      missed: 2,
    });
    expect(figures(truth, { a: { price: "19.90" } }, "price", ids)).toMatchObject({
      precision: 1,
      recall: 0.5,
    });
  });

  it("compares availabilities as they are written", () => {
    const answers = {
      a: { availability: "InStock" },
      b: { availability: "InStock" },
      c: { availability: ["InStock"] },
    };
    expect(figures(truth, answers, "availability", ids)).toMatchObject({ right: 2, wrong: 1, missed: 1 });
  });

  it("counts the pages in stock that are called sold out among all pages in stock", () => {
    const answers = { a: { availability: "OutOfStock" }, b: { availability: "OutOfStock" }, c: {} };
    expect(shareCalledSoldOut(truth, answers, ids)).toBe(0.5);
    expect(shareCalledSoldOut(truth, answers, ["b"])).toBe(0);
  });
});
