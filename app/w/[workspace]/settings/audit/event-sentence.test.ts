import { describe, expect, it } from "vitest";
import { AUDIT_ACTIONS } from "@/server/domain/audit/actions";
import { eventSentence, type SentenceEvent, storedName } from "./event-sentence";

const STYLE = { locale: "en", time: (iso: string) => `on ${iso.slice(0, 10)}` };

const sentence = (action: string, fields: Partial<SentenceEvent> = {}) =>
  eventSentence({ action, subject: "thing_1", before: null, after: null, ...fields }, STYLE)
    .map((part) => ("object" in part ? "MUG-350" : "value" in part ? part.value : part.text))
    .join("");

describe("an event in words", () => {
  it.each(AUDIT_ACTIONS)("%s has a sentence, also where the event holds no fields", (action) => {
    const text = sentence(action);
    expect(text).not.toContain(action);
    expect(text).not.toMatch(/[{}[\]]|undefined|null|\.\s*$/);
    expect(text).toMatch(/^[a-z]/);
  });

  it("says amounts with their currency, and leaves out what the event does not hold", () => {
    const after = JSON.stringify({ expected: "10990.00", target: "11990.00", currency: "EUR", reason: null });
    expect(sentence("recommendation.approve", { after })).toBe(
      "approved the price of MUG-350: 10,990.00\u00a0EUR becomes 11,990.00\u00a0EUR",
    );
    expect(sentence("recommendation.approve")).toBe("approved the price of MUG-350");
  });

  it("names what a number counts, grouped, and one of it in the singular", () => {
    const ended = (recommendations: number, alerts: number) =>
      sentence("run.succeed", { after: JSON.stringify({ recommendations, alerts }) });
    expect(ended(1, 1)).toBe("finished the run MUG-350: 1 recommendation, 1 alert");
    expect(ended(99_033, 2)).toBe("finished the run MUG-350: 99,033 recommendations, 2 alerts");
  });

  it("says times in the reader's style", () => {
    const after = JSON.stringify({ expires_at: "2026-12-01T00:00:00.000Z" });
    expect(sentence("token.mint", { after })).toBe("created the API key MUG-350 until on 2026-12-01");
  });

  it("calls plans by their names, and one that is no more as it is stored", () => {
    const to = (plan: string) => sentence("workspace.plan_request", { after: JSON.stringify({ plan }) });
    expect(to("max")).toBe("asked for the Max plan");
    expect(to("gold")).toBe("asked for the gold plan");
  });

  it("shows an action of another version as it is stored", () => {
    expect(sentence("moon.land")).toBe("moon.land MUG-350");
  });

  it("takes texts with brackets and braces from an event as text", () => {
    const after = JSON.stringify({ reason: "see [1] and {object}" });
    expect(sentence("recommendation.reject", { after })).toBe(
      "rejected the price of MUG-350: see [1] and {object}",
    );
  });
});

describe("the name of what is deleted", () => {
  it("is the one that the event holds, and its id without one", () => {
    const event = { action: "schedule.delete", subject: "sch_1", before: '{"name":"Nightly"}', after: null };
    expect(storedName(event)).toBe("Nightly");
    expect(storedName({ ...event, before: "{}" })).toBe("sch_1");
  });
});
