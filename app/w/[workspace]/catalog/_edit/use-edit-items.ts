"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { notify } from "@/app/_components/ui/toast";
import { useTRPC, useTRPCClient } from "@/app/_trpc/client";
import { callContext } from "@/app/_trpc/lost/response-link";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import { type EditedRow, type EditRow, undoRowsOf } from "./edit-plan";

const itemsText = (count: number): string => (count === 1 ? "1 item" : `${count} items`);

/** Sends edits of items; each that changed something is followed by a notice that takes it back in one press. */
export function useEditItems() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries(trpc.catalog.pathFilter());

  async function takeBack(rows: readonly EditRow[]): Promise<void> {
    try {
      const { updated, refused } = await client.catalog.edit.mutate(
        { items: [...rows] },
        { context: callContext({ says: `Undo the edit of ${itemsText(rows.length)}` }) },
      );
      notify({
        title: `Taken back for ${itemsText(updated)}`,
        ...(refused > 0
          ? { detail: `${itemsText(refused)} changed again since, and stayed.`, tone: "bad" as const }
          : {}),
      });
    } catch (error) {
      notifyFailure("The edit was not taken back")(error);
    }
    await refresh();
  }

  const edit = useMutation(
    trpc.catalog.edit.mutationOptions({
      trpc: { context: callContext({ says: "Edit items" }) },
      onSuccess: ({ updated, rows }) => {
        const back = undoRowsOf(rows);
        if (updated > 0)
          notify({
            title: `${itemsText(updated)} changed`,
            action: { label: "Undo", onAction: () => void takeBack(back) },
          });
      },
      onSettled: refresh,
    }),
  );
  return edit;
}

/** The rows that were refused, each with its first reason. */
export const refusalReasons = (
  rows: readonly EditedRow[],
): { readonly itemId: string; readonly reason: string }[] =>
  rows.flatMap(({ item_id, issues }) =>
    issues ? [{ itemId: item_id, reason: issues[0]?.message ?? "It was refused." }] : [],
  );
