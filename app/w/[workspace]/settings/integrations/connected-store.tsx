"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Age } from "@/app/_components/pricing/age";
import { Count } from "@/app/_components/pricing/price";
import { Section } from "@/app/_components/shell/section";
import { Badge } from "@/app/_components/ui/badge";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { ConfirmDialog } from "@/app/_components/ui/dialog";
import { notify } from "@/app/_components/ui/toast";
import { useTRPC } from "@/app/_trpc/client";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import type { Integration } from "./integration";
import { ReplaceCredentials } from "./replace-credentials";
import type { StoreKind } from "./store-kind";
import { otherCurrencySentences, progressText, syncText } from "./sync-text";
import { useReplaced } from "./use-granted-store";

/** The connected store: its health, the result of the last sync, and the actions. */
export function ConnectedStore({ store, kinds }: { store: Integration; kinds: readonly StoreKind[] }) {
  const busy = store.sync_status === "queued" || store.sync_status === "running";
  const isReplaced = useReplaced();
  return (
    <section aria-label="Connected store" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="flex flex-wrap items-center gap-2 text-base font-[620]">
            {store.name}
            <Badge tone={store.status === "connected" ? "accent" : "bad"}>
              {store.status === "connected" ? "Connected" : "Not working"}
            </Badge>
          </h2>
          <p className="truncate text-ink-soft">
            {store.title} · {store.url}
            {store.currency ? ` · ${store.currency}` : ""}
          </p>
          <p className="text-xs text-ink-dim">
            connected <Age at={store.connected_at} phrase />
          </p>
        </div>
        <StoreActions store={store} kind={kinds.find(({ kind }) => kind === store.kind)} syncing={busy} />
      </div>
      {isReplaced ? (
        <Banner title="The credentials were replaced.">
          The shop has given us access again. What waits to be written continues with the new ones.
        </Banner>
      ) : null}
      {store.error ? (
        <Banner tone="bad" title="The store does not work.">
          {store.error}
        </Banner>
      ) : null}
      <LastSync store={store} syncing={busy} />
      <Hints hints={store.hints} />
      <Abilities kind={kinds.find(({ kind }) => kind === store.kind)} />
    </section>
  );
}

/** Whether the store notifies the service of changes, and when it was last found to have stopped. */
function Hints({ hints }: { hints: Integration["hints"] }) {
  if (hints === null || hints.state === "new") return null;
  return (
    <Section title="Notice of changes">
      {hints.problem ? (
        <Banner tone="warn" title="The store does not notify us of changes.">
          {hints.problem}
        </Banner>
      ) : (
        <p>
          {hints.received_at ? (
            <>
              The store told of a change <Age at={hints.received_at} phrase />.
            </>
          ) : (
            "The store has not reported a change yet."
          )}
          {hints.looked_at ? (
            <>
              {" "}
              Looked at <Age at={hints.looked_at} phrase />.
            </>
          ) : null}
        </p>
      )}
      {hints.renewed_at ? (
        <p className="text-ink-soft">
          It had stopped <Age at={hints.renewed_at} phrase />; it was switched on again, and the changes were
          read.
        </p>
      ) : null}
    </Section>
  );
}

/** What the kind of store can do, from its connector's declaration. */
function Abilities({ kind }: { kind: StoreKind | undefined }) {
  if (!kind) return null;
  return (
    <Section title="What this store can do">
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[max-content_1fr]">
        {kind.traits.map(({ name, label, text }) => (
          <div key={name} className="contents">
            <dt className="text-ink-dim">{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function StoreActions(props: { store: Integration; kind: StoreKind | undefined; syncing: boolean }) {
  const { store, syncing } = props;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries(trpc.integrations.pathFilter()),
      queryClient.invalidateQueries(trpc.workspace.summary.pathFilter()),
      queryClient.invalidateQueries(trpc.workspace.itemCount.pathFilter()),
    ]);
  const check = useMutation(
    trpc.integrations.check.mutationOptions({
      onSuccess: ({ error, notices }) =>
        error === null
          ? notify({
              title: "The store answers",
              detail: notices.join(" ") || "Everything needed is available.",
            })
          : notify({ title: "The store does not work", detail: error, tone: "bad" }),
      onError: notifyFailure("The store was not tested"),
      onSettled: refresh,
    }),
  );
  const sync = useMutation(
    trpc.integrations.sync.mutationOptions({
      onError: notifyFailure("The store is not read"),
      onSettled: refresh,
    }),
  );
  const disconnect = useMutation(
    trpc.integrations.disconnect.mutationOptions({
      onSuccess: () => notify({ title: "Disconnected", detail: store.name }),
      onSettled: refresh,
    }),
  );
  return (
    <div className="flex flex-wrap gap-2">
      <Button loading={check.isPending} onClick={() => check.mutate({ id: store.id })}>
        Test
      </Button>
      <Button loading={sync.isPending || syncing} onClick={() => sync.mutate({})}>
        Sync now
      </Button>
      <ReplaceCredentials store={store} kind={props.kind} />
      <Button variant="quiet" onClick={() => setAsking(true)}>
        Disconnect
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Disconnect ${store.name}?`}
        description="Its credentials are deleted, and approved prices that were not sent yet will not be written. The catalog stays. To change only the sign-in, replace the credentials instead."
        confirmLabel="Disconnect the store"
        tone="danger"
        onConfirm={async () => {
          await disconnect.mutateAsync({ id: store.id });
        }}
      />
    </div>
  );
}

function LastSync({ store, syncing }: { store: Integration; syncing: boolean }) {
  const { sync } = store;
  return (
    <Section title="Last sync">
      {syncing ? (
        <p role="status" className="text-ink-soft">
          {progressText(store)}
        </p>
      ) : null}
      {sync?.error ? (
        <Banner tone="bad" title="The sync failed." className="mb-3">
          {sync.error}
        </Banner>
      ) : null}
      {store.synced_at ? (
        <p>
          <Age at={store.synced_at} phrase />
          {sync ? (
            <>
              : <Count value={sync.seen} /> {sync.seen === 1 ? "variant" : "variants"} seen
            </>
          ) : null}
        </p>
      ) : syncing ? null : (
        <p className="text-ink-dim">Not read yet.</p>
      )}
      {sync ? (
        <ul className="mt-1 text-ink-soft">
          {syncText(sync).map(({ key, count, label }) => (
            <li key={key}>
              <Count value={count} /> {label}
            </li>
          ))}
        </ul>
      ) : null}
      {sync && otherCurrencySentences(sync).length > 0 ? (
        <Banner tone="warn" title="Priced in another currency" className="mt-3">
          {otherCurrencySentences(sync).join(" ")}
        </Banner>
      ) : null}
      {sync && sync.problems.length > 0 ? (
        <details className="mt-2">
          <summary className="cursor-pointer text-ink-soft">Problems to correct in the store</summary>
          <ul className="mt-1.5 flex flex-col gap-1">
            {sync.problems.map(({ ref, sku, problem }, index) => (
              <li key={index}>
                <span className="font-mono text-[13px]">{sku || ref}</span> {problem}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </Section>
  );
}
