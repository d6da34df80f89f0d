"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plug } from "lucide-react";
import { useState } from "react";
import { pricingRequest, type StatedPricing } from "@/app/_components/pricing/stated-pricing";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { Dialog, DialogContent, DialogTrigger } from "@/app/_components/ui/dialog";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { Select } from "@/app/_components/ui/select";
import { notify } from "@/app/_components/ui/toast";
import { type Inputs, useTRPC } from "@/app/_trpc/client";
import { type Failure, failureOf, issueAt } from "@/app/_trpc/failure";
import { type FoundStore, StoreSays, firstStatement } from "./store-says";
import { BLANK_SIGN_IN, VendureSignIn, vendureCredentials } from "./vendure-sign-in";

const FORM = "connect-store";

type ConnectInput = Inputs["integrations"]["connect"];

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
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [kind, setKind] = useState<"vendure" | "sandbox">("vendure");
  const [signIn, setSignIn] = useState("person");
  const [url, setUrl] = useState("");
  const [typed, setTyped] = useState(BLANK_SIGN_IN);
  const [found, setFound] = useState<FoundStore | null>(null);
  const known = useQuery(trpc.workspace.pricing.queryOptions({})).data;
  const [stated, setStated] = useState<StatedPricing | null>(null);
  const look = useMutation(
    trpc.integrations.look.mutationOptions({
      onSuccess: (answer) => {
        setFound(answer);
        setStated(firstStatement(answer, known));
      },
    }),
  );
  const connect = useMutation(
    trpc.integrations.connect.mutationOptions({
      onSuccess: ({ integration, notices }) => {
        notify({
          title: `${integration.name} is connected`,
          detail: notices.join(" ") || "It is being read now.",
        });
        onDone();
      },
      onSettled: () => queryClient.invalidateQueries(),
    }),
  );
  const error = connect.error ?? look.error;
  const failure = error ? failureOf(error) : null;
  const request: ConnectInput =
    kind === "sandbox" ? { kind } : { kind, url, credentials: vendureCredentials(signIn, typed) };
  // What was read belongs to the store that was typed then.
  const startOver = () => {
    setFound(null);
    look.reset();
    connect.reset();
  };
  return (
    <DialogContent
      title="Connect a store"
      description="We sign in once to see that everything needed is there and how prices are stated. You confirm that, then the catalog is read."
      footer={
        <>
          <Button onClick={onDone}>Cancel</Button>
          <Button
            type="submit"
            form={FORM}
            variant="primary"
            loading={connect.isPending || look.isPending}
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
          if (found && stated) connect.mutate({ ...request, pricing: pricingRequest(stated) });
          else look.mutate(request);
        }}
      >
        <Field label="Store" error={issueAt(failure, "kind")}>
          <Select
            value={kind}
            onValueChange={(value) => {
              setKind(value === "sandbox" ? "sandbox" : "vendure");
              startOver();
            }}
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
        {kind === "vendure" ? (
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
                value={url}
                onChange={(event) => {
                  setUrl(event.target.value);
                  startOver();
                }}
              />
            </Field>
            <VendureSignIn
              typed={typed}
              onType={(change) => {
                setTyped({ ...typed, ...change });
                startOver();
              }}
              signIn={signIn}
              onSignIn={(way) => {
                setSignIn(way);
                startOver();
              }}
              failure={failure}
            />
          </>
        ) : null}
        {found && stated ? (
          <StoreSays found={found} stated={stated} onState={setStated} failure={failure} />
        ) : null}
        <Trouble failure={failure} />
      </form>
    </DialogContent>
  );
}

/** What is wrong beside the fields that say it themselves. */
export function Trouble({ failure }: { failure: Failure | null }) {
  if (!failure) return null;
  const placed = [
    "pricing.currency",
    "pricing.prices_include_vat",
    "pricing.vat_rate",
    "kind",
    "url",
    "credentials.username",
    "credentials.password",
    "credentials.apiKey",
  ];
  const rest = failure.issues.filter(({ path }) => !placed.includes(path));
  if (failure.issues.length > 0 && rest.length === 0) return null;
  return <Banner tone="bad">{rest[0]?.message ?? failure.message}</Banner>;
}
