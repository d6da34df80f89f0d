"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, Snowflake } from "lucide-react";
import { Section } from "@/app/_components/shell/section";
import { Badge } from "@/app/_components/ui/badge";
import { Button } from "@/app/_components/ui/button";
import { EmptyState } from "@/app/_components/ui/empty-state";
import { DialogButton } from "@/app/_components/ui/form-dialog";
import { notify } from "@/app/_components/ui/toast";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";
import { EntryActions } from "../entry-actions";
import { shopTimeText } from "../schedules/schedule-text";
import { FreezeForm } from "./freeze-form";
import { type Freeze, freezeSentence } from "./freeze-text";

const RELOAD_MS = 60_000;

/** The freezes of the workspace: when prices are not written, why, and who decided that. */
export function FreezesPage() {
  const query = useQuery({ ...useTRPC().freezes.list.queryOptions({}), refetchInterval: RELOAD_MS });
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-xl text-ink-soft">
          In a freeze, prices can be approved and taken back as always, but none is written to the store until
          it ends. Each one then passes the guards again.
        </p>
        {query.data && query.data.data.length > 0 ? <CreateFreeze /> : null}
      </div>
      <QueryView query={query} what="the freezes">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon={<Snowflake />} title="No freezes yet" action={<CreateFreeze />}>
              Every approved price is written at once.
            </EmptyState>
          ) : (
            data.map((freeze) => <FreezeSection key={freeze.id} freeze={freeze} />)
          )
        }
      </QueryView>
    </div>
  );
}

function CreateFreeze() {
  const { may } = useWorkspace();
  if (!may("schedules:write")) return null;
  const trigger = (
    <Button variant="primary">
      <Plus aria-hidden /> New freeze
    </Button>
  );
  return (
    <DialogButton trigger={trigger}>{(close) => <FreezeForm freeze={null} onClose={close} />}</DialogButton>
  );
}

function FreezeSection({ freeze }: { freeze: Freeze }) {
  const { next, time_zone: timeZone } = freeze;
  return (
    <Section title={freeze.reason} aside={<FreezeActions freeze={freeze} />}>
      <p className="text-ink-soft">{freezeSentence(freeze)}.</p>
      <p className="text-ink-dim">
        {freeze.active && next ? `Prices are frozen until ${shopTimeText(next.until, timeZone)}. ` : null}
        {!freeze.active && next ? `Next: ${shopTimeText(next.from, timeZone)}. ` : null}
        {next ? null : "It is over. "}
        Made by {freeze.created_by}.
      </p>
    </Section>
  );
}

function FreezeActions({ freeze }: { freeze: Freeze }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const remove = useMutation(
    trpc.freezes.remove.mutationOptions({
      onSuccess: () => notify({ title: "Deleted", detail: freeze.reason }),
      onSettled: () =>
        Promise.all([
          queryClient.invalidateQueries(trpc.freezes.pathFilter()),
          queryClient.invalidateQueries(trpc.workspace.summary.pathFilter()),
        ]),
    }),
  );
  return (
    <EntryActions
      name={freeze.reason}
      badge={freeze.active ? <Badge tone="warn">In force</Badge> : null}
      form={(close) => <FreezeForm freeze={freeze} onClose={close} />}
      deletion={{
        description: "Prices that wait for it alone are written now, if they still pass the guards.",
        confirmLabel: "Delete the freeze",
        onConfirm: async () => {
          await remove.mutateAsync({ freeze_id: freeze.id });
        },
      }}
    />
  );
}
