import { expect, it } from "vitest";
import { isTimeZone, localTimeText } from "./time-zone";

const at = (iso: string) => Date.parse(iso);

it("knows time zones, and says which one a time is told in", () => {
  expect(isTimeZone("America/New_York")).toBe(true);
  for (const name of ["Mars/Olympus", "+02:00", ""]) expect(isTimeZone(name), name).toBe(false);
  expect(localTimeText(at("2026-11-02T06:00:00Z"), "Europe/Berlin")).toBe(
    "Mon, 2 Nov 2026, 07:00 (Europe/Berlin)",
  );
});
