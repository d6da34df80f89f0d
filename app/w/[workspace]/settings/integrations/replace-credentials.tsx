"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/app/_components/ui/button";
import { Dialog, DialogContent, DialogTrigger } from "@/app/_components/ui/dialog";
import { notify } from "@/app/_components/ui/toast";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import type { Integration } from "./integration";
import { Problem, SIGN_IN_FIELDS } from "./problem";
import { BLANK_SIGN_IN, VendureSignIn, vendureCredentials } from "./vendure-sign-in";

const FORM = "replace-credentials";

/** Signs in to the connected store with other credentials; the sandbox store has none that a person knows. */
export function ReplaceCredentials({ store }: { store: Integration }) {
  const [open, setOpen] = useState(false);
  if (store.kind !== "vendure") return null;
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button>Replace credentials</Button>
      </DialogTrigger>
      {open ? <ReplaceForm store={store} onDone={() => setOpen(false)} /> : null}
    </Dialog>
  );
}

function ReplaceForm({ store, onDone }: { store: Integration; onDone: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [signIn, setSignIn] = useState("person");
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
    <DialogContent
      title="Replace the credentials"
      description={`We sign in to ${store.url} once to see that it is the same store. What waits to be written goes on with the new ones.`}
      footer={
        <>
          <Button onClick={onDone}>Cancel</Button>
          <Button type="submit" form={FORM} variant="primary" loading={replace.isPending}>
            Replace
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          replace.mutate({ id: store.id, credentials: vendureCredentials(signIn, typed) });
        }}
      >
        <VendureSignIn
          typed={typed}
          onType={(change) => setTyped({ ...typed, ...change })}
          signIn={signIn}
          onSignIn={setSignIn}
          failure={failure}
        />
        <Problem failure={failure} fields={SIGN_IN_FIELDS} />
      </form>
    </DialogContent>
  );
}
