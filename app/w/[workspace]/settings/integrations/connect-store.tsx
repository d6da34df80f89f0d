"use client";

import { Plug } from "lucide-react";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { DialogButton, FormDialog } from "@/app/_components/ui/form-dialog";
import { Input } from "@/app/_components/ui/input";
import { Select } from "@/app/_components/ui/select";
import { issueAt } from "@/app/_trpc/failure";
import { PRICING_FIELDS, Problem } from "./problem";
import { SignInFields } from "./sign-in-fields";
import { type StoreKind, signInPaths } from "./store-kind";
import { StorePriceSettings } from "./store-price-settings";
import { type Connecting, useConnecting } from "./use-connecting";

/** Connects a store after signing in to it. */
export function ConnectStore({ kinds }: { kinds: readonly StoreKind[] }) {
  const trigger = (
    <Button variant="primary">
      <Plug aria-hidden /> Connect a store
    </Button>
  );
  return (
    <DialogButton trigger={trigger}>{(close) => <ConnectForm kinds={kinds} onDone={close} />}</DialogButton>
  );
}

function ConnectForm({ kinds, onDone }: { kinds: readonly StoreKind[]; onDone: () => void }) {
  const connecting = useConnecting(kinds, onDone);
  const { found, stated, setStated, failure, kind, typed } = connecting;
  return (
    <FormDialog
      title="Connect a store"
      description="We sign in once, check that everything needed is available, and read the price settings. You confirm them, then the catalog is read."
      submitLabel={found ? "Confirm and connect" : "Connect"}
      onSubmit={connecting.submit}
      pending={connecting.isPending}
      disabled={found !== null && stated?.vat === null}
      leaveLabel={found ? "Back" : "Cancel"}
      onLeave={found ? connecting.back : onDone}
    >
      {found && stated ? (
        <StorePriceSettings found={found} stated={stated} onState={setStated} failure={failure} />
      ) : (
        <>
          <KindField kinds={kinds} connecting={connecting} />
          {kind && !kind.provided_here ? <StoreFields kind={kind} connecting={connecting} /> : null}
        </>
      )}
      <Problem failure={failure} fields={found ? PRICING_FIELDS : signInPaths(kind, typed.signIn)} />
    </FormDialog>
  );
}

function KindField(props: { kinds: readonly StoreKind[]; connecting: Connecting }) {
  const { kind, choose, failure } = props.connecting;
  return (
    <Field label="Store" error={issueAt(failure, "kind")}>
      <Select
        value={kind?.kind}
        onValueChange={choose}
        options={props.kinds.map((each) => ({ value: each.kind, label: each.title, detail: each.summary }))}
      />
    </Field>
  );
}

function StoreFields(props: { kind: StoreKind; connecting: Connecting }) {
  const { kind } = props;
  const { typed, type, failure } = props.connecting;
  return (
    <>
      <Field
        label={kind.address.label}
        hint={`For example ${kind.address.example}.`}
        error={issueAt(failure, "url")}
      >
        <Input
          type="url"
          required
          autoComplete="off"
          spellCheck={false}
          value={typed.url}
          onChange={(event) => type({ url: event.target.value })}
        />
      </Field>
      <SignInFields
        kind={kind}
        typed={typed.signIn}
        onType={(signIn) => type({ signIn })}
        failure={failure}
      />
    </>
  );
}
