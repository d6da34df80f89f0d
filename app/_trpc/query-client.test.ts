import { QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { hasAnswer, makeQueryClient } from "./query-client";

const queryKey = ["members"];

/** Begins to read a list that a page shows, and holds the first answer back. */
function beginFirstRead() {
  const client = makeQueryClient();
  const answers: (() => void)[] = [];
  const list = ["owner"];
  const queryFn = () => {
    const read = [...list];
    return new Promise<string[]>((resolve) => answers.push(() => resolve(read)));
  };
  const shown = new QueryObserver(client, { queryKey, queryFn });
  shown.subscribe(() => undefined);
  return { client, answers, list, shown };
}

it("a list that is read for the first time while it is changed is read again", async () => {
  const { client, answers, list, shown } = beginFirstRead();
  list.push("invited");
  const refreshed = client.invalidateQueries({ queryKey });
  answers[0]?.();
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.();
  await refreshed;
  expect(shown.getCurrentResult().data).toEqual(["owner", "invited"]);
});

it("a first answer under way is awaited where only answers are concerned", async () => {
  const { client, answers, shown } = beginFirstRead();
  const refreshed = client.invalidateQueries({ queryKey, predicate: hasAnswer });
  answers[0]?.();
  await refreshed;
  await expect.poll(() => shown.getCurrentResult().data).toEqual(["owner"]);
  expect(answers).toHaveLength(1);
});
