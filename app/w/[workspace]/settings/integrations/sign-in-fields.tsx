"use client";

import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { Select } from "@/app/_components/ui/select";
import { type Failure, issueAt } from "@/app/_trpc/failure";
import { isOnStorePage, type StoreKind, type StoreSetting, settingsOf, type TypedSignIn } from "./store-kind";

/** The sign-in fields of a store, rendered from its connector's declaration. */
export function SignInFields(props: {
  kind: StoreKind;
  typed: TypedSignIn;
  onType: (typed: TypedSignIn) => void;
  failure: Failure | null;
}) {
  const { kind, typed, onType, failure } = props;
  const settings = settingsOf(kind, typed);
  const rare = settings.filter((setting) => setting.rare);
  const field = (setting: StoreSetting) => (
    <SettingField
      key={setting.name}
      setting={setting}
      value={typed.values[setting.name] ?? ""}
      onType={(value) => onType({ ...typed, values: { ...typed.values, [setting.name]: value } })}
      error={issueAt(failure, `credentials.${setting.name}`)}
    />
  );
  return (
    <>
      {kind.ways.length > 1 ? (
        <Field label="Sign in with">
          <Select
            value={String(typed.way)}
            onValueChange={(way) => onType({ ...typed, way: Number(way) })}
            options={kind.ways.map(({ title }, way) => ({ value: String(way), label: title }))}
          />
        </Field>
      ) : null}
      {isOnStorePage(kind, typed) ? (
        <p className="text-ink-soft">
          You sign in to the shop and agree there; then you come back, and we connect.
        </p>
      ) : null}
      {settings.filter((setting) => !setting.rare).map(field)}
      {rare.length > 0 ? (
        <details>
          <summary className="cursor-pointer text-ink-soft">Where things are in the store</summary>
          <div className="mt-3 flex flex-col gap-4">{rare.map(field)}</div>
        </details>
      ) : null}
    </>
  );
}

function SettingField(props: {
  setting: StoreSetting;
  value: string;
  onType: (value: string) => void;
  error: string | undefined;
}) {
  const { label, help, example, preset, required, secret } = props.setting;
  return (
    <Field label={label} hint={help} optional={!required} error={props.error}>
      <Input
        type={secret ? "password" : "text"}
        required={required}
        autoComplete="off"
        spellCheck={false}
        placeholder={preset ?? example}
        value={props.value}
        onChange={(event) => props.onType(event.target.value)}
      />
    </Field>
  );
}
