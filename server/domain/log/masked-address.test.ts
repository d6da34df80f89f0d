import { describe, expect, it } from "vitest";
import { maskedAddress } from "./masked-address";

describe("an address in the log", () => {
  it.each([
    ["jule.ortmann@werk.example", "j…@werk.example"],
    ["x@werk.example", "x…@werk.example"],
    ["no address at all", "…"],
    ["", "…"],
  ])("%s is shown as %s", (address, shown) => {
    expect(maskedAddress(address)).toBe(shown);
  });
});
