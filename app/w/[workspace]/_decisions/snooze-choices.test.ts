import { expect, it } from "vitest";
import { chosenTime, snoozeChoices } from "./snooze-choices";

const at = (text: string) => new Date(text).getTime();

it("offers mornings that lie ahead, a Monday among them", () => {
  for (const day of [16, 17, 18, 19, 20, 21, 22]) {
    const now = at(`2026-11-${day}T23:59:00`);
    const choices = snoozeChoices(now);
    expect(choices.every(({ untilMs }) => untilMs > now && new Date(untilMs).getHours() === 9)).toBe(true);
    const monday = choices.find(({ label }) => label === "Next Monday");
    expect(new Date(monday?.untilMs ?? 0).getDay()).toBe(1);
  }
});

it("goes on to the next month", () => {
  expect(snoozeChoices(at("2026-11-30T08:00:00"))[0]?.untilMs).toBe(at("2026-12-01T09:00:00"));
});

it("takes any time that lies ahead, and none that does not", () => {
  const now = at("2026-11-20T15:00:00");
  expect(chosenTime("2026-11-20T15:01", now)?.untilMs).toBe(at("2026-11-20T15:01:00"));
  expect(chosenTime("2026-11-20T14:59", now)).toBeNull();
  expect(chosenTime("", now)).toBeNull();
});
