"use client";

import { ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { instantText } from "@/app/_components/pricing/age-text";
import { formatCount } from "@/app/_components/pricing/format";
import { useLocale } from "@/app/_components/pricing/locale";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { type Outputs } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import { useVerification, type Verification } from "./use-verification";

type FaultKind = NonNullable<Outputs["audit"]["verify"]["fault"]>["kind"];

/** What is wrong with the first event that fails. */
const FAULTS: Readonly<Record<FaultKind, string>> = {
  edited: "was changed after it was written",
  gap: "is missing",
  reordered: "does not follow the one before it",
  truncated: "is missing, as is everything after it",
  not_as_published: "is another than the one that was there before",
};

/**
 * Verifies the log's chain of hashes on request, shows how far it is, and says what it found.
 * @param props.children further buttons beside the one that verifies
 */
export function VerifyLog({ children }: { children: ReactNode }) {
  const locale = useLocale();
  const { verification, done } = useVerification();
  const { data, error, isPending } = verification;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {children}
        <Button loading={isPending} onClick={() => verification.mutate()}>
          <ShieldCheck aria-hidden className="size-4" />
          Verify
        </Button>
        {isPending ? (
          <progress aria-label="Verified so far" value={done} className="h-1.5 w-40 accent-accent" max={1} />
        ) : null}
      </div>
      {error === null ? null : (
        <Banner tone="bad" title="The log was not verified.">
          {failureOf(error).message}
        </Banner>
      )}
      {data && !isPending ? <Verdict {...data} locale={locale} /> : null}
    </div>
  );
}

function Verdict({ events, since, until, fault, locale }: Verification & { locale: string }) {
  const count = formatCount(Number(events), locale);
  const at = (iso: string | null) => (iso === null ? "" : instantText(Date.parse(iso), locale));
  if (fault !== null)
    return (
      <Banner tone="bad" title={`The chain breaks at event ${fault.seq}.`}>
        It {FAULTS[fault.kind]}.{" "}
        {events === "0"
          ? "No event before it holds."
          : `The ${count} events before it hold, up to ${at(until)}.`}{" "}
        Keep a copy of the log and of your last download, and tell whoever runs this installation.
      </Banner>
    );
  if (events === "0") return <Banner title="There is no event yet." />;
  return (
    <Banner tone="good" title={`The chain holds since ${at(since)}.`}>
      {count} events were checked, up to {at(until)}. None was changed, moved or taken out between them.
    </Banner>
  );
}
