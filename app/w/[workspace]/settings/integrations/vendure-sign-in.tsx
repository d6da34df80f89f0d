"use client";

import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { Select } from "@/app/_components/ui/select";
import { type Failure, issueAt } from "@/app/_trpc/failure";

export const BLANK_SIGN_IN = { username: "", password: "", apiKey: "", channelToken: "" };

export type SignIn = typeof BLANK_SIGN_IN;

/** What is sent for a Vendure store; a field that was left empty is not sent. */
export function vendureCredentials(signIn: string, typed: SignIn): Record<string, string> {
  const fields =
    signIn === "key"
      ? { apiKey: typed.apiKey, channelToken: typed.channelToken }
      : { username: typed.username, password: typed.password, channelToken: typed.channelToken };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
}

/** How one signs in to a Vendure store: by name and password, or by a key; and which channel is meant. */
export function VendureSignIn(props: {
  typed: SignIn;
  onType: (change: Partial<SignIn>) => void;
  signIn: string;
  onSignIn: (signIn: string) => void;
  failure: Failure | null;
}) {
  const { typed, onType, failure } = props;
  const text = (name: keyof SignIn) => ({
    value: typed[name],
    onChange: (event: { target: { value: string } }) => onType({ [name]: event.target.value }),
    autoComplete: "off",
    spellCheck: false,
  });
  return (
    <>
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
