import { TRPCClientError } from "@trpc/client";
import { expect, it } from "vitest";
import { callOutcomeOf, type Inquiry, isLost, pauseBefore, sendReliably } from "./lost-response";

const network = () => TRPCClientError.from(new TypeError("Failed to fetch"));
const answerOf = (status: number) =>
  TRPCClientError.from(new Error("no JSON"), { meta: { response: new Response(null, { status }) } });
const apiError = (httpStatus: number, error: string) =>
  TRPCClientError.from({
    error: { code: -32000, message: "said", data: { code: "X", httpStatus, error, requestId: "req_1" } },
  } as never);

/** Each call consumes the next step: an error is thrown, anything else is returned. */
const script = <T>(...steps: (T | Error)[]) => {
  let calls = 0;
  const call = (): Promise<T> => {
    const step = steps[Math.min(calls, steps.length - 1)];
    calls += 1;
    return step instanceof Error ? Promise.reject(step) : Promise.resolve(step as T);
  };
  return { call, count: () => calls };
};

function inquiry(settle: Inquiry["settle"], reach = () => Promise.resolve<unknown>(null)) {
  const pauses: number[] = [];
  const shown: string[] = [];
  const fakeInquiry: Inquiry = {
    settle,
    reach,
    pause: (milliseconds) => Promise.resolve(void pauses.push(milliseconds)),
    checking: () => {
      shown.push("checking");
      return () => void shown.push("over");
    },
  };
  return { fakeInquiry, pauses, shown };
}

it("takes no answer, a broken one and a fault of the service for lost, and no refusal", () => {
  expect([network(), answerOf(502), answerOf(504), answerOf(200), answerOf(408)].map(isLost)).toEqual(
    Array(5).fill(true),
  );
  expect([apiError(500, "internal_error"), apiError(503, "unavailable")].map(isLost)).toEqual([true, true]);
  expect([apiError(409, "conflict"), apiError(401, "unauthorized"), answerOf(413)].map(isLost)).toEqual([
    false,
    false,
    false,
  ]);
});

it("gives an answer, and a refusal, as they come", async () => {
  const { fakeInquiry, shown } = inquiry(null);
  expect(await sendReliably(() => Promise.resolve("saved"), fakeInquiry)).toBe("saved");
  await expect(
    sendReliably(() => Promise.reject(apiError(409, "conflict")), fakeInquiry),
  ).rejects.toMatchObject({
    data: { error: "conflict" },
  });
  expect(shown).toEqual([]);
});

it("asks over a restart until it is told, and then gives the first answer", async () => {
  const send = script<string>(network(), "first answer");
  const ask = script<"taken" | "underway">(
    network(),
    answerOf(502),
    apiError(503, "unavailable"),
    "underway",
    "taken",
  );
  const { fakeInquiry, pauses, shown } = inquiry(ask.call);
  expect(await sendReliably(send.call, fakeInquiry)).toBe("first answer");
  expect([send.count(), ask.count()]).toEqual([2, 5]);
  expect(pauses).toEqual([0, 1, 2, 3].map(pauseBefore));
  expect(shown).toEqual(["checking", "over"]);
});

it("never sends again what was not taken", async () => {
  const send = script<string>(network());
  const { fakeInquiry, shown } = inquiry(() => Promise.resolve("not_taken"));
  const error: unknown = await sendReliably(send.call, fakeInquiry).catch((thrown: unknown) => thrown);
  expect([callOutcomeOf(error), send.count(), shown]).toEqual(["not_taken", 1, ["checking", "over"]]);
});

it("does not call refused what took effect and only cannot be shown again", async () => {
  const send = script<string>(network(), apiError(409, "conflict"));
  const { fakeInquiry } = inquiry(() => Promise.resolve("taken"));
  const error: unknown = await sendReliably(send.call, fakeInquiry).catch((thrown: unknown) => thrown);
  expect(callOutcomeOf(error)).toBe("taken");
});

it("leaves a change for after signing in where the session ended meanwhile", async () => {
  const { fakeInquiry } = inquiry(() => Promise.reject(apiError(401, "unauthorized")));
  await expect(sendReliably(script<string>(network()).call, fakeInquiry)).rejects.toMatchObject({
    data: { error: "unauthorized" },
  });
});

it("says that it may have been saved where nobody can tell, once the service answers again", async () => {
  const send = script<string>(network());
  const reach = script<unknown>(network(), network(), null);
  const { fakeInquiry, pauses } = inquiry(null, reach.call);
  const error: unknown = await sendReliably(send.call, fakeInquiry).catch((thrown: unknown) => thrown);
  expect([callOutcomeOf(error), reach.count(), pauses.length]).toEqual(["unknown", 3, 2]);
  const forbidden = inquiry(() => Promise.reject(apiError(403, "workspace_forbidden")));
  const refused: unknown = await sendReliably(send.call, forbidden.fakeInquiry).catch(
    (thrown: unknown) => thrown,
  );
  expect(callOutcomeOf(refused)).toBe("unknown");
});
