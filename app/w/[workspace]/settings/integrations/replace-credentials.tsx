"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/app/_components/ui/button";
import { DialogButton, FormDialog } from "@/app/_components/ui/form-dialog";
import { notify } from "@/app/_components/ui/toast";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import type { Integration } from "./integration";
import { Problem } from "./problem";
import { SignInFields } from "./sign-in-fields";
import { BLANK_SIGN_IN, credentialsOf, isOnStorePage, type StoreKind, signInPaths } from "./store-kind";
import { useGrantedStore } from "./use-granted-store";

/**
 * Replaces the connected store's credentials, unless the installation supplies them. Opens by itself where the store's
 * page led back with a key.
 */
export function ReplaceCredentials({ store, kind }: { store: Integration; kind: StoreKind | undefined }) {
  const { granted, forget } = useGrantedStore();
  const grant = granted?.grant ?? null;
  if (!kind || kind.provided_here) return null;
  return (
    <DialogButton trigger={<Button>Replace credentials</Button>} opened={grant !== null}>
      {(close) => {
        const done = (): void => {
          forget();
          close();
        };
        return <ReplaceForm store={store} kind={kind} grant={grant} onDone={done} />;
      }}
    </DialogButton>
  );
}

function ReplaceForm(props: {
  store: Integration;
  kind: StoreKind;
  grant: string | null;
  onDone: () => void;
}) {
  const { store, kind, grant, onDone } = props;
  const [typed, setTyped] = useState(BLANK_SIGN_IN);
  const { replace, ask } = useReplacing(store, onDone);
  const error = replace.error ?? ask.error;
  const failure = error ? failureOf(error) : null;
  const isLeaving = grant === null && isOnStorePage(kind, typed);
  const submit = (): void => {
    if (grant !== null) replace.mutate({ id: store.id, grant });
    else if (isLeaving) ask.mutate({ kind: kind.kind, url: store.url, app: credentialsOf(kind, typed) });
    else replace.mutate({ id: store.id, credentials: credentialsOf(kind, typed) });
  };
  return (
    <FormDialog
      title="Replace the credentials"
      description={`We sign in to ${store.url} once to see that it is the same store. What waits to be written continues with the new ones.`}
      submitLabel={isLeaving ? "Go to the shop" : "Replace"}
      onSubmit={submit}
      pending={replace.isPending || ask.isPending || ask.isSuccess}
      onLeave={onDone}
    >
      {grant === null ? (
        <SignInFields kind={kind} typed={typed} onType={setTyped} failure={failure} />
      ) : (
        <p role="status" className="text-ink-soft">
          The shop has given us access. Replace the credentials now; its key is kept for a quarter of an hour.
        </p>
      )}
      <Problem failure={failure} fields={signInPaths(kind, typed)} />
    </FormDialog>
  );
}

/** The two ways to other credentials: at once, or by the store's page. */
function useReplacing(store: Integration, onDone: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const replace = useMutation(
    trpc.integrations.replaceCredentials.mutationOptions({
      onSuccess: ({ notices }) => {
        notify({ title: "The credentials were replaced", detail: notices.join(" ") || store.name });
        onDone();
      },
      onSettled: () => queryClient.invalidateQueries(),
    }),
  );
  const ask = useMutation(
    trpc.integrations.startGrant.mutationOptions({ onSuccess: ({ url }) => window.location.assign(url) }),
  );
  return { replace, ask };
}
