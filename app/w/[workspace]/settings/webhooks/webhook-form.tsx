"use client";

import { Banner } from "@/app/_components/ui/banner";
import { CheckboxRow } from "@/app/_components/ui/checkbox";
import { Field } from "@/app/_components/ui/field";
import { FormDialog } from "@/app/_components/ui/form-dialog";
import { Input } from "@/app/_components/ui/input";
import { type Failure, issueAt } from "@/app/_trpc/failure";
import { CHOSEN_KINDS, EVENT_TEXTS, type EventKind } from "@/server/domain/webhooks/event-kinds";
import type { Webhook } from "./webhook";

/** The contents of the form. */
export interface Fields {
  readonly url: string;
  readonly description: string;
  /** Whether every kind of event is sent, kinds that do not exist yet included. */
  readonly everyKind: boolean;
  readonly kinds: readonly EventKind[];
}

/** The form of a new webhook. */
export const NEW: Fields = { url: "", description: "", everyKind: true, kinds: [] };

/** Returns the form of a webhook as it is. */
export const fieldsOf = ({ url, description, event_kinds }: Webhook): Fields => ({
  url,
  description: description ?? "",
  everyKind: event_kinds.length === 0,
  kinds: CHOSEN_KINDS.filter((kind) => event_kinds.includes(kind)),
});

/** Returns the request for the contents of the form. */
export const requestOf = ({ url, description, everyKind, kinds }: Fields) => ({
  url,
  description: description.trim() || null,
  event_kinds: everyKind ? [] : [...kinds],
});

/** The fields of a webhook in a dialog, each with the service's objection beside it. */
export function WebhookForm(props: {
  title: string;
  submitLabel: string;
  fields: Fields;
  onChange: (fields: Fields) => void;
  onSubmit: () => void;
  pending: boolean;
  failure: Failure | null;
  onClose: () => void;
}) {
  const { fields, failure } = props;
  const set = (change: Partial<Fields>) => props.onChange({ ...fields, ...change });
  const isWithoutKind = !fields.everyKind && fields.kinds.length === 0;
  return (
    <FormDialog
      title={props.title}
      description="Only owners and admins see webhooks. Events contain ids and a status, no prices."
      submitLabel={props.submitLabel}
      onSubmit={props.onSubmit}
      pending={props.pending}
      disabled={isWithoutKind}
      onLeave={props.onClose}
    >
      <Field
        label="Address"
        hint="Begins with https:// and can be reached from the internet."
        error={issueAt(failure, "url")}
      >
        <Input
          required
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={2_000}
          placeholder="https://hooks.example.com/pricecheck"
          value={fields.url}
          onChange={(event) => set({ url: event.target.value })}
        />
      </Field>
      <Field label="Name" optional hint="Such as “Warehouse”." error={issueAt(failure, "description")}>
        <Input
          maxLength={200}
          value={fields.description}
          onChange={(event) => set({ description: event.target.value })}
        />
      </Field>
      <KindChoice fields={fields} onChange={set} />
      {failure && failure.issues.length === 0 ? <Banner tone="bad">{failure.message}</Banner> : null}
    </FormDialog>
  );
}

function KindChoice({ fields, onChange }: { fields: Fields; onChange: (change: Partial<Fields>) => void }) {
  const { everyKind, kinds } = fields;
  return (
    <fieldset>
      <legend className="mb-1 text-[13px] leading-5 font-[560]">Events</legend>
      <CheckboxRow
        label="Every kind"
        detail="New kinds are included when they are added."
        checked={everyKind}
        onCheckedChange={(checked) => onChange({ everyKind: checked === true })}
      />
      {everyKind ? null : (
        <div className="mt-1 border-l border-line pl-3">
          {CHOSEN_KINDS.map((kind) => (
            <CheckboxRow
              key={kind}
              label={EVENT_TEXTS[kind].title}
              detail={EVENT_TEXTS[kind].sent.replaceAll("`", "")}
              checked={kinds.includes(kind)}
              onCheckedChange={(checked) =>
                onChange({
                  kinds: checked === true ? [...kinds, kind] : kinds.filter((other) => other !== kind),
                })
              }
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}
