import { describe, expect, it } from "vitest";
import { dueDigest } from "./digest-time";

const at = (iso: string) => Date.parse(iso);
const iso = (ms: number) => new Date(ms).toISOString();

describe("a daily digest", () => {
  it("is due at seven where its reader is", () => {
    expect(dueDigest("daily", "Europe/Berlin", at("2026-11-02T05:59:59Z"))?.name).toBe("daily:2026-11-01");
    const due = dueDigest("daily", "Europe/Berlin", at("2026-11-02T06:00:00Z"));
    expect(due?.name).toBe("daily:2026-11-02");
    expect(iso(due?.fromMs ?? 0)).toBe("2026-11-01T06:00:00.000Z");
    expect(iso(due?.toMs ?? 0)).toBe("2026-11-02T06:00:00.000Z");
  });

  it("tells of 25 hours where the clocks went back, and of 23 where they went forward", () => {
    const hours = (now: string) => {
      const due = dueDigest("daily", "Europe/Berlin", at(now));
      return due && (due.toMs - due.fromMs) / 3_600_000;
    };
    expect(hours("2026-10-25T06:30:00Z")).toBe(25);
    expect(hours("2026-03-29T05:30:00Z")).toBe(23);
  });

  it("follows zones far from Greenwich over the date line", () => {
    expect(dueDigest("daily", "Pacific/Kiritimati", at("2026-11-02T17:00:00Z"))?.name).toBe(
      "daily:2026-11-03",
    );
    expect(dueDigest("daily", "Pacific/Pago_Pago", at("2026-11-02T17:59:00Z"))?.name).toBe(
      "daily:2026-11-01",
    );
  });
});

describe("a weekly digest", () => {
  it("comes on Mondays, up to three days late and no later", () => {
    expect(dueDigest("weekly", "UTC", at("2026-11-02T07:00:00Z"))).toEqual({
      name: "weekly:2026-11-02",
      fromMs: at("2026-10-26T07:00:00Z"),
      toMs: at("2026-11-02T07:00:00Z"),
    });
    expect(dueDigest("weekly", "UTC", at("2026-11-05T06:59:59Z"))?.name).toBe("weekly:2026-11-02");
    expect(dueDigest("weekly", "UTC", at("2026-11-05T07:00:00Z"))).toBeNull();
    expect(dueDigest("weekly", "UTC", at("2026-11-02T06:59:59Z"))).toBeNull();
  });
});
