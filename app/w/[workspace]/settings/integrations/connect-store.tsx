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

const BLANK = { url: "", username: "", password: "", apiKey: "", channelToken: "" };

type Typed = typeof BLANK;

/** What is sent for a Vendure store; a field that was left empty is not sent. */
function vendureCredentials(signIn: string, typed: Typed): Record<string, string> {
  const fields =
    signIn === "key"
      ? { apiKey: typed.apiKey, channelToken: typed.channelToken }
      : { username: typed.username, password: typed.password, channelToken: typed.channelToken };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
}

function ConnectForm({ onDone }: { onDone: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [kind, setKind] = useState<"vendure" | "sandbox">("vendure");
  const [signIn, setSignIn] = useState("person");
  const [typed, setTyped] = useState(BLANK);
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
    kind === "sandbox" ? { kind } : { kind, url: typed.url, credentials: vendureCredentials(signIn, typed) };
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
          <VendureFields
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
        ) : null}
        {found && stated ? (
          <StoreSays found={found} stated={stated} onState={setStated} failure={failure} />
        ) : null}
        <Trouble failure={failure} />
      </form>
    </DialogContent>
  );
}

function Trouble({ failure }: { failure: Failure | null }) {
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

function VendureFields(props: {
  typed: Typed;
  onType: (change: Partial<Typed>) => void;
  signIn: string;
  onSignIn: (signIn: string) => void;
  failure: Failure | null;
}) {
  const { typed, onType, failure } = props;
  const text = (name: keyof Typed) => ({
    value: typed[name],
    onChange: (event: { target: { value: string } }) => onType({ [name]: event.target.value }),
    autoComplete: "off",
    spellCheck: false,
  });
  return (
    <>
      <Field
        label="Admin API address"
        hint="Such as https://shop.example/admin-api."
        error={issueAt(failure, "url")}
      >
        <Input type="url" required {...text("url")} />
      </Field>
      <Field label="Sign in with">
        <Select
          value={props.signIn}
          onValueChange={props.onSignIn}
          options={[
            { value: "person", label: "An administrator's name and password" },
            { value: "key", label: "An API key" },
          ]}
        />
      </Field>
      {props.signIn === "key" ? (
        <Field label="API key" error={issueAt(failure, "credentials.apiKey")}>
          <Input type="password" required {...text("apiKey")} />
        </Field>
      ) : (
        <>
          <Field label="User name" error={issueAt(failure, "credentials.username")}>
            <Input required {...text("username")} />
          </Field>
          <Field label="Password" error={issueAt(failure, "credentials.password")}>
            <Input type="password" required {...text("password")} />
          </Field>
        </>
      )}
      <Field label="Channel token" optional hint="Only for a channel other than the default one.">
        <Input {...text("channelToken")} />
      </Field>
    </>
  );
}
