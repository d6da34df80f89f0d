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
import { type GrantedStore, useGrantedStore } from "./use-granted-store";

/** Connects a store after signing in to it, or after the store's page led back with a key. */
export function ConnectStore({ kinds }: { kinds: readonly StoreKind[] }) {
  const { granted: named, forget } = useGrantedStore();
  const granted = named?.grant || kinds.some(opensApps(named?.kind)) ? named : null;
  const trigger = (
    <Button variant="primary">
      <Plug aria-hidden /> Connect a store
    </Button>
  );
  return (
    <DialogButton trigger={trigger} opened={granted !== null}>
      {(close) => {
        const done = (): void => {
          forget();
          close();
        };
        return <ConnectForm kinds={kinds} granted={granted} onDone={done} />;
      }}
    </DialogButton>
  );
}

/** Anybody can write a link to this page, so that only stores that open their app here fill in the form. */
const opensApps =
  (name: string | null | undefined) =>
  ({ kind, ways }: StoreKind): boolean =>
    kind === name && ways.some(({ on_store_page: isOnPage }) => isOnPage);

function ConnectForm(props: {
  kinds: readonly StoreKind[];
  granted: GrantedStore | null;
  onDone: () => void;
}) {
  const { kinds, onDone } = props;
  const connecting = useConnecting(kinds, props.granted, onDone);
  const { found, stated, setStated, failure, kind, typed } = connecting;
  return (
    <FormDialog
      title="Connect a store"
      description="We sign in once, check that everything needed is available, and read the price settings. You confirm them, then the catalog is read."
      submitLabel={found ? "Confirm and connect" : connecting.isLeaving ? "Go to the shop" : "Connect"}
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
      {typed.grant === null ? (
        <>
          {kind.creates_keys ? <AskForKey connecting={props.connecting} /> : null}
          <SignInFields
            kind={kind}
            typed={typed.signIn}
            onType={(signIn) => type({ signIn })}
            failure={failure}
          />
        </>
      ) : (
        <p role="status" className="text-ink-soft">
          The shop has given us access. Connect now; it is kept for a quarter of an hour.
        </p>
      )}
    </>
  );
}

/** Lets the shop create the key, so that nobody has to copy one. */
function AskForKey({ connecting: { askForKey, isAsking, typed } }: { connecting: Connecting }) {
  return (
    <div className="flex flex-col gap-1">
      <Button loading={isAsking} disabled={typed.url.trim() === ""} onClick={askForKey}>
        Let the shop create a key
      </Button>
      <p className="text-xs text-ink-dim">
        You sign in to the shop and agree there; it sends the key to us. Or paste a key of your own:
      </p>
    </div>
  );
}
