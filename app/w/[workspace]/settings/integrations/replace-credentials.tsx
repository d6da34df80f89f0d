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
import { BLANK_SIGN_IN, credentialsOf, type StoreKind, signInPaths } from "./store-kind";

/** Replaces the connected store's credentials, unless the installation supplies them. */
export function ReplaceCredentials({ store, kind }: { store: Integration; kind: StoreKind | undefined }) {
  if (!kind || kind.provided_here) return null;
  return (
    <DialogButton trigger={<Button>Replace credentials</Button>}>
      {(close) => <ReplaceForm store={store} kind={kind} onDone={close} />}
    </DialogButton>
  );
}

function ReplaceForm({ store, kind, onDone }: { store: Integration; kind: StoreKind; onDone: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState(BLANK_SIGN_IN);
  const replace = useMutation(
    trpc.integrations.replaceCredentials.mutationOptions({
      onSuccess: ({ notices }) => {
        notify({ title: "The credentials were replaced", detail: notices.join(" ") || store.name });
        onDone();
      },
      onSettled: () => queryClient.invalidateQueries(),
    }),
  );
  const failure = replace.error ? failureOf(replace.error) : null;
  return (
    <FormDialog
      title="Replace the credentials"
      description={`We sign in to ${store.url} once to see that it is the same store. What waits to be written goes on with the new ones.`}
      submitLabel="Replace"
      onSubmit={() => replace.mutate({ id: store.id, credentials: credentialsOf(kind, typed) })}
      pending={replace.isPending}
      onLeave={onDone}
    >
      <SignInFields kind={kind} typed={typed} onType={setTyped} failure={failure} />
      <Problem failure={failure} fields={signInPaths(kind, typed)} />
    </FormDialog>
  );
}
