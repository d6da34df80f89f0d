"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { CheckboxGroup } from "@/app/_components/ui/checkbox-group";
import { Field } from "@/app/_components/ui/field";
import { DialogButton, FormDialog } from "@/app/_components/ui/form-dialog";
import { Input } from "@/app/_components/ui/input";
import { Select } from "@/app/_components/ui/select";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf, issueAt } from "@/app/_trpc/failure";
import type { Scope } from "@/server/domain/permissions";
import { EXPIRIES, expiryAt, scopeChoices } from "./scope-text";

/** Issues a key with a name, scopes the reader's own role has, and an expiry. */
export function IssueKey({ onIssued }: { onIssued: (secret: string, name: string) => void }) {
  const trigger = (
    <Button variant="primary">
      <Plus aria-hidden /> New key
    </Button>
  );
  return (
    <DialogButton trigger={trigger}>
      {(close) => (
        <IssueForm
          onCancel={close}
          onIssued={(secret, name) => {
            close();
            onIssued(secret, name);
          }}
        />
      )}
    </DialogButton>
  );
}

function IssueForm(props: { onCancel: () => void; onIssued: (secret: string, name: string) => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { role } = useWorkspace();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<Scope[]>([]);
  const [expiry, setExpiry] = useState("90");
  const mint = useMutation(
    trpc.tokens.mint.mutationOptions({
      onSuccess: ({ token }) => {
        void queryClient.invalidateQueries(trpc.tokens.pathFilter());
        props.onIssued(token, name.trim());
      },
    }),
  );
  const failure = mint.error ? failureOf(mint.error) : null;
  return (
    <FormDialog
      title="New API key"
      description="It acts in your name and stops working when you leave the workspace."
      submitLabel="Issue the key"
      onSubmit={() => mint.mutate({ name, scopes, expires_at: expiryAt(expiry, Date.now()) })}
      pending={mint.isPending}
      onLeave={props.onCancel}
    >
      <Field
        label="Name"
        hint="Where the key is used, such as “Nightly import”."
        error={issueAt(failure, "name")}
      >
        <Input required maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <CheckboxGroup
        legend="What it may do"
        options={scopeChoices(role).map(({ scope, label, allowed }) => ({
          value: scope,
          label,
          detail: allowed ? scope : `${scope} · not in your role`,
          disabled: !allowed,
        }))}
        chosen={scopes}
        onChange={setScopes}
        error={issueAt(failure, "scopes")}
      />
      <Field label="Expires" error={issueAt(failure, "expires_at")}>
        <Select value={expiry} onValueChange={setExpiry} options={EXPIRIES} />
      </Field>
      {failure && failure.issues.length === 0 ? <Banner tone="bad">{failure.message}</Banner> : null}
    </FormDialog>
  );
}
