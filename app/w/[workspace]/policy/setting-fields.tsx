"use client";

import { createContext, type ReactNode, useContext, useState } from "react";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { Select } from "@/app/_components/ui/select";
import type { PolicyFinding } from "@/server/domain/pricing/lint-finding";
import { findingsAt, valueAt, withValue } from "./draft";
import type { Side } from "./offset";
import type { JsonValue } from "./policy-text";
import {
  AS_TYPED,
  type Empty,
  type FieldCodec,
  LIST,
  PERCENT,
  sided,
  WHOLE,
  withEmpty,
} from "./setting-codecs";

type JsonObject = { [key: string]: JsonValue };

interface FormContext {
  readonly json: JsonObject;
  readonly findings: readonly PolicyFinding[];
  onChange(json: JsonObject): void;
}

const Form = createContext<FormContext | null>(null);

/** Whether the settings below stand within a sentence. */
const InSentence = createContext(false);

/** Lets the settings below stand in a line of text; the sentence shows their faults. */
export function Sentence({ label, children }: { label: string; children: ReactNode }) {
  return (
    <InSentence value={true}>
      <div role="group" aria-label={label} className="flex flex-wrap items-center gap-x-1.5 gap-y-2">
        {children}
      </div>
    </InSentence>
  );
}

/** What a mark of punctuation closes: the mark follows it without a space, and never begins a line. */
export function Closed({ mark, children }: { mark: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center">
      {children}
      <span>{mark}</span>
    </span>
  );
}

/** How a field of a sentence is drawn: its label and fault are there for screen readers only. */
const IN_LINE =
  "relative [&>label]:sr-only [&>p]:sr-only [&_button]:w-auto [&_input]:w-28 max-md:[&_input]:w-34 [&_input]:font-[560] [&_button]:font-[560]";

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

/** Returns the currency of the draft; "" while it has none. */
export function useDraftCurrency(): string {
  const { value } = useSetting("currency");
  return typeof value === "string" ? value : "";
}

/** Returns a function that adds the currency of the draft to the label of an amount: "Price from (EUR)". */
export function useMoneyLabel(): (label: string) => string {
  const currency = useDraftCurrency();
  return (label) => (currency === "" ? label : `${label} (${currency})`);
}

interface SettingProps {
  readonly path: string;
  readonly label: string;
  readonly hint?: string;
}

/** Returns the messages of one level as one text; undefined without any. */
export const sentence = (
  findings: readonly PolicyFinding[],
  level: PolicyFinding["level"],
): string | undefined =>
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
  const inSentence = useContext(InSentence);
  return (
    <Field
      label={props.label}
      hint={hint}
      error={sentence(props.findings, "error")}
      inline={inSentence}
      className={inSentence ? IN_LINE : undefined}
    >
      {props.children}
    </Field>
  );
}

/** What is wrong or doubtful about the settings at these paths, for below their sentence. */
export function SentenceFindings({ paths }: { paths: readonly string[] }) {
  const form = useContext(Form);
  const found = paths.flatMap((path) => findingsAt(form?.findings ?? [], path));
  if (found.length === 0) return null;
  return (
    <ul className="mt-2 text-xs">
      {found.map(({ path, level, message }, index) => (
        <li key={`${path} ${index}`} className={level === "error" ? "text-bad" : "text-warn"}>
          {message}
        </li>
      ))}
    </ul>
  );
}

/** Shorter words for an empty field of a sentence. */
const SENTENCE_PLACEHOLDER: Partial<Record<Empty, string>> = { inherited: "as elsewhere" };

const PLACEHOLDER = {
  none: "no limit",
  absent: "no limit",
  nothing: "nothing",
  any: "any",
  same: "the same",
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
  const inSentence = useContext(InSentence);
  const means = empty === "none" && value === undefined ? "usual" : empty;
  // The typed text stays while it has the same value as the document: "12." is not rewritten during typing.
  const same = typed !== null && JSON.stringify(codec.parse(typed)) === JSON.stringify(value);
  return (
    <Setting {...props} findings={findings}>
      <Input
        numeric={numeric}
        placeholder={(inSentence && SENTENCE_PLACEHOLDER[means]) || PLACEHOLDER[means]}
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

/** A name. */
export const NameSetting = (props: SettingProps) => <TextSetting {...props} empty="usual" codec={AS_TYPED} />;

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
