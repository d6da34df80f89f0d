"use client";

import { createContext, type ReactNode, useContext, useState } from "react";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { Select } from "@/app/_components/ui/select";
import type { PolicyFinding } from "@/server/domain/pricing/lint-finding";
import { findingsAt, percentOfRatio, ratioOfPercent, valueAt, withValue } from "./draft";
import { type Side, signed } from "./offset";
import type { JsonValue } from "./policy-text";

type JsonObject = { [key: string]: JsonValue };

interface FormContext {
  readonly json: JsonObject;
  readonly findings: readonly PolicyFinding[];
  onChange(json: JsonObject): void;
}

const Form = createContext<FormContext | null>(null);

/** Provides the draft to the setting fields below. */
export function SettingsForm({ children, ...context }: FormContext & { children: ReactNode }) {
  return <Form value={context}>{children}</Form>;
}

/** Returns one setting of the draft: its value, its findings, and its setter. */
export function useSetting(path: string) {
  const form = useContext(Form);
  if (form === null) throw new Error("A setting stands outside of its form.");
  const { json, findings, onChange } = form;
  return {
    value: valueAt(json, path),
    findings: findingsAt(findings, path),
    set: (value: JsonValue | undefined) => onChange(withValue(json, path, value)),
  };
}

interface SettingProps {
  readonly path: string;
  readonly label: string;
  readonly hint?: string;
}

const sentence = (findings: readonly PolicyFinding[], level: PolicyFinding["level"]): string | undefined =>
  findings
    .filter((each) => each.level === level)
    .map(({ message }) => message)
    .join(" ") || undefined;

/** The frame of a setting: its label, its hint, and its findings. */
function Setting(props: SettingProps & { findings: readonly PolicyFinding[]; children: ReactNode }) {
  const warning = sentence(props.findings, "warning");
  const hint =
    warning === undefined ? (
      props.hint
    ) : (
      <>
        {props.hint} <span className="text-warn">{warning}</span>
      </>
    );
  return (
    <Field label={props.label} hint={hint} error={sentence(props.findings, "error")}>
      {props.children}
    </Field>
  );
}

/** Converts between the text of a field and a value of the document. */
interface FieldCodec {
  format(value: JsonValue | undefined): string;
  /** Returns the document's value; undefined omits the setting from the document. */
  parse(text: string): JsonValue | undefined;
}

const AS_TYPED: FieldCodec = {
  format: (value) => (typeof value === "string" || typeof value === "number" ? String(value) : ""),
  parse: (text) => (text === "" ? undefined : text),
};

/**
 * What an empty field means: no limit, as null ("none") or as an omitted setting ("absent"), no restriction of the
 * items ("any"), or the value that applies elsewhere: of the general rules ("inherited") or the default ("usual").
 */
export type Empty = "none" | "absent" | "any" | "inherited" | "usual";

const NONE = "none";

const withEmpty = (empty: Empty, { format, parse }: FieldCodec): FieldCodec => ({
  format: (value) => (value === null ? (empty === "none" ? "" : NONE) : format(value)),
  parse: (text) => {
    const trimmed = text.trim();
    if (trimmed === "") return empty === "none" ? null : undefined;
    return trimmed.toLowerCase() === NONE ? null : parse(trimmed);
  },
});

const PERCENT: FieldCodec = {
  format: (value) => (typeof value === "string" ? percentOfRatio(value) : AS_TYPED.format(value)),
  parse: ratioOfPercent,
};

const WHOLE: FieldCodec = {
  format: AS_TYPED.format,
  parse: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : text),
};

const LIST: FieldCodec = {
  format: (value) => (Array.isArray(value) ? value.join(", ") : ""),
  parse: (text) =>
    text
      .split(",")
      .map((word) => word.trim())
      .filter((word) => word !== ""),
};

const PLACEHOLDER = {
  none: "no limit",
  absent: "no limit",
  any: "any",
  inherited: "as for everything else",
  usual: "as usual",
} as const;

function TextSetting({
  codec,
  empty,
  numeric = false,
  ...props
}: SettingProps & { codec: FieldCodec; empty: Empty; numeric?: boolean }) {
  const { value, findings, set } = useSetting(props.path);
  const [typed, setTyped] = useState<string | null>(null);
  // The typed text stays while it has the same value as the document: "12." is not rewritten during typing.
  const same = typed !== null && JSON.stringify(codec.parse(typed)) === JSON.stringify(value);
  return (
    <Setting {...props} findings={findings}>
      <Input
        numeric={numeric}
        placeholder={PLACEHOLDER[empty === "none" && value === undefined ? "usual" : empty]}
        value={same ? typed : codec.format(value)}
        onChange={({ target }) => {
          setTyped(target.value);
          set(codec.parse(target.value));
        }}
      />
    </Setting>
  );
}

type Limit = SettingProps & {
  readonly empty?: Empty;
  /** The number is a distance on this side: typed without a sign, stored with it. */
  readonly side?: Side;
};

const sided = ({ format, parse }: FieldCodec, side: Side | undefined): FieldCodec =>
  side === undefined
    ? { format, parse }
    : {
        format: (value) => format(typeof value === "string" ? value.replace(/^-/, "") : value),
        parse: (text) => {
          const value = parse(text);
          return typeof value === "string" ? signed(side, value) : "0";
        },
      };

/** A ratio, typed as a percentage. */
export const PercentSetting = ({ empty = "usual", side, ...props }: Limit) => (
  <TextSetting
    {...props}
    label={`${props.label} (%)`}
    numeric
    empty={empty}
    codec={sided(withEmpty(empty, PERCENT), side)}
  />
);

/** A whole number. */
export const CountSetting = ({ empty = "usual", ...props }: Limit) => (
  <TextSetting {...props} numeric empty={empty} codec={withEmpty(empty, WHOLE)} />
);

/** A decimal number that is no percentage: an amount or a factor. */
export const DecimalSetting = ({ empty = "usual", side, ...props }: Limit) => (
  <TextSetting {...props} numeric empty={empty} codec={sided(withEmpty(empty, AS_TYPED), side)} />
);

const PLAIN: FieldCodec = { format: AS_TYPED.format, parse: (text) => (text === "" ? undefined : text) };

/** A name. */
export const NameSetting = (props: SettingProps) => <TextSetting {...props} empty="usual" codec={PLAIN} />;

/** Names or endings, separated by commas; an empty list omits the setting, unless `keepEmpty`. */
export const ListSetting = ({
  keepEmpty = false,
  empty = "usual",
  ...props
}: Limit & { readonly keepEmpty?: boolean }) => {
  const parse = (text: string) => (text.trim() === "" && !keepEmpty ? undefined : LIST.parse(text));
  return <TextSetting {...props} empty={empty} codec={{ ...LIST, parse }} />;
};

const INHERIT = "inherited";

/**
 * One of a few values; `inherit` offers to use the value of the general rules. `onChoose` stores the choice where other
 * settings follow from it.
 */
export function ChoiceSetting({
  options,
  inherit = false,
  onChoose,
  ...props
}: SettingProps & {
  options: readonly { value: string; label: string }[];
  inherit?: boolean;
  onChoose?: (value: string | undefined) => void;
}) {
  const { value, findings, set } = useSetting(props.path);
  const offered = inherit ? [{ value: INHERIT, label: PLACEHOLDER.inherited }, ...options] : options;
  return (
    <Setting {...props} findings={findings}>
      <Select
        options={offered}
        value={typeof value === "string" ? value : inherit ? INHERIT : undefined}
        placeholder={PLACEHOLDER.usual}
        onValueChange={(chosen) => (onChoose ?? set)(chosen === INHERIT ? undefined : chosen)}
      />
    </Setting>
  );
}

/** Yes or no. */
export function YesNoSetting({ inherit = false, ...props }: SettingProps & { inherit?: boolean }) {
  const { value, findings, set } = useSetting(props.path);
  const options = [
    { value: "yes", label: "Yes" },
    { value: "no", label: "No" },
  ];
  const offered = inherit ? [{ value: INHERIT, label: PLACEHOLDER.inherited }, ...options] : options;
  return (
    <Setting {...props} findings={findings}>
      <Select
        options={offered}
        value={typeof value === "boolean" ? (value ? "yes" : "no") : inherit ? INHERIT : undefined}
        placeholder={PLACEHOLDER.usual}
        onValueChange={(chosen) => set(chosen === INHERIT ? undefined : chosen === "yes")}
      />
    </Setting>
  );
}
