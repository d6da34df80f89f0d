import { describe, expect, it } from "vitest";
import { lastDays, reportAddress } from "./report-address";

const choice = {
  report: "margins",
  format: "csv",
  from: "",
  to: "",
  status: "",
  category: "",
  brand: "",
} as const;

describe("the days of a report", () => {
  it("end with today, in UTC", () => {
    const now = Date.parse("2026-11-23T23:59:00Z");
    expect(lastDays(1, now)).toBe("2026-11-23");
    expect(lastDays(30, now)).toBe("2026-10-25");
  });
});

describe("the address of a report", () => {
  it("names nothing that was not chosen", () => {
    expect(reportAddress("ws_1", choice)).toBe(
      "/api/files/ws_1/reports/export?report=margins&format=csv&bom=true",
    );
  });

  it("counts the last day whole", () => {
    const address = reportAddress("ws_1", {
      report: "alerts",
      format: "json",
      from: "2026-11-01",
      to: "2026-11-30",
      status: "open",
      category: "Lamps & more",
      brand: "",
    });
    const query = new URL(address, "http://localhost").searchParams;
    expect(Object.fromEntries(query)).toEqual({
      report: "alerts",
      format: "json",
      from: "2026-11-01T00:00:00.000Z",
      to: "2026-12-01T00:00:00.000Z",
      status: "open",
      category: "Lamps & more",
    });
  });

  it("leaves out what the report does not know, so that the choice stays for the next one", () => {
    const address = reportAddress("ws_1", {
      ...choice,
      report: "decisions",
      category: "Lamps",
      brand: "Lumo",
    });
    expect(address).not.toMatch(/Lamps|Lumo/);
  });
});
