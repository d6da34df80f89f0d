"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Age } from "@/app/_components/pricing/age";
import { DetailSection } from "@/app/_components/shell/split-view";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Textarea } from "@/app/_components/ui/textarea";
import { useWorkspace } from "@/app/_session/workspace";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { callContext } from "@/app/_trpc/lost/response-link";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import { MAX_REASON_LENGTH } from "@/server/domain/text";
import { ACTION_LABELS } from "./decision-text";
import type { RecommendationDetail } from "./recommendation-detail";
import { ENTRY_KEPT_MS } from "./use-open-entry";
import { useRested } from "./use-rested";

const SHOWN = 20;

type Comment = Outputs["recommendations"]["comments"]["data"][number];

const LABELS: Readonly<Record<NonNullable<Comment["action"]>, string>> = {
  ...ACTION_LABELS,
  override: "Price set",
};

/**
 * What people wrote about a recommendation, newest first, and a field for another comment.
 * @param props.recorded the decision that is shown elsewhere on the page with its reason
 */
export function Comments({
  rec,
  recorded,
}: {
  rec: RecommendationDetail;
  recorded: RecommendationDetail["decision"];
}) {
  const trpc = useTRPC();
  const { may } = useWorkspace();
  const enabled = useRested();
  const { data } = useQuery({
    ...trpc.recommendations.comments.queryOptions({ rec_id: rec.id, limit: SHOWN }),
    enabled,
    gcTime: ENTRY_KEPT_MS,
  });
  const comments = (data?.data ?? []).filter(
    ({ action, text }) => action === null || action !== recorded?.action || text !== recorded.reason,
  );
  const mayWrite = may("recommendations:write");
  if (comments.length === 0 && !mayWrite) return null;
  return (
    <DetailSection title="Comments">
      {comments.length > 0 ? (
        <ul className="mb-3 flex flex-col gap-2.5">
          {comments.map((comment) => (
            <li key={comment.id}>
              <p className="text-pretty break-words">{comment.text}</p>
              <p className="text-xs text-ink-dim">
                {comment.action === null ? null : `${LABELS[comment.action]} · `}
                {comment.by} · <Age at={comment.at} phrase />
              </p>
            </li>
          ))}
        </ul>
      ) : null}
      {data?.next_cursor ? <p className="mb-3 text-xs text-ink-dim">The newest {SHOWN} are shown.</p> : null}
      {mayWrite ? <CommentForm key={rec.id} rec={rec} /> : null}
    </DetailSection>
  );
}

function CommentForm({ rec }: { rec: RecommendationDetail }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [text, setText] = useState("");
  const add = useMutation(
    trpc.recommendations.comment.mutationOptions({
      trpc: { context: callContext({ says: `Comment on ${rec.item.title}` }) },
      onSuccess: () => setText(""),
      onError: notifyFailure("The comment was not stored"),
      onSettled: () =>
        queryClient.invalidateQueries(trpc.recommendations.comments.queryFilter({ rec_id: rec.id })),
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== "") add.mutate({ rec_id: rec.id, text: text.trim() });
  };
  return (
    <form onSubmit={submit} className="flex flex-col items-start gap-2">
      <Field label="Add a comment" className="w-full">
        <Textarea
          rows={2}
          value={text}
          maxLength={MAX_REASON_LENGTH}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Button type="submit" size="sm" loading={add.isPending} disabled={text.trim() === ""}>
        Comment
      </Button>
    </form>
  );
}
