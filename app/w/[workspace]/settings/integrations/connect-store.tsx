"use client";

import { Plug } from "lucide-react";
import { useState } from "react";
import { Button } from "@/app/_components/ui/button";
import { Dialog, DialogContent, DialogTrigger } from "@/app/_components/ui/dialog";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { Select } from "@/app/_components/ui/select";
import { issueAt } from "@/app/_trpc/failure";
import { PRICING_FIELDS, Problem, SIGN_IN_FIELDS } from "./problem";
import { StoreSays } from "./store-says";
import { type Connecting, useConnecting } from "./use-connecting";
import { VendureSignIn } from "./vendure-sign-in";

const FORM = "connect-store";

/** Connects a store after signing in to it. */
export function ConnectStore() {
  const [open, setOpen] = useState(false);
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="primary">
          <Plug aria-hidden /> Connect a store
        </Button>
      </DialogTrigger>
      {open ? <ConnectForm onDone={() => setOpen(false)} /> : null}
    </Dialog>
  );
}

function ConnectForm({ onDone }: { onDone: () => void }) {
  const connecting = useConnecting(onDone);
  const { found, stated, setStated, failure } = connecting;
  return (
    <DialogContent
      title="Connect a store"
      description="We sign in once to see that everything needed is there and how prices are stated. You confirm that, then the catalog is read."
      footer={
        <>
          <Button onClick={found ? connecting.back : onDone}>{found ? "Back" : "Cancel"}</Button>
          <Button
            type="submit"
            form={FORM}
            variant="primary"
            loading={connecting.isPending}
            disabled={found !== null && stated?.vat === null}
          >
            {found ? "Confirm and connect" : "Connect"}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          connecting.submit();
        }}
      >
        {found && stated ? (
          <StoreSays found={found} stated={stated} onState={setStated} failure={failure} />
        ) : (
          <>
            <KindField connecting={connecting} />
            {connecting.typed.kind === "vendure" ? <VendureFields connecting={connecting} /> : null}
          </>
        )}
        <Problem failure={failure} fields={found ? PRICING_FIELDS : SIGN_IN_FIELDS} />
      </form>
    </DialogContent>
  );
}

function KindField({ connecting: { typed, type, failure } }: { connecting: Connecting }) {
  return (
    <Field label="Store" error={issueAt(failure, "kind")}>
      <Select
        value={typed.kind}
        onValueChange={(value) => type({ kind: value === "sandbox" ? "sandbox" : "vendure" })}
        options={[
          { value: "vendure", label: "Vendure" },
          {
            value: "sandbox",
            label: "Sandbox store",
            detail: "For trying things out; nobody buys there",
          },
        ]}
      />
    </Field>
  );
}

function VendureFields({ connecting: { typed, type, failure } }: { connecting: Connecting }) {
  return (
    <>
      <Field
        label="Admin API address"
        hint="Such as https://shop.example/admin-api."
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
      <VendureSignIn
        typed={typed.access}
        onType={(change) => type({ access: { ...typed.access, ...change } })}
        signIn={typed.signIn}
        onSignIn={(signIn) => type({ signIn })}
        failure={failure}
      />
    </>
  );
}
