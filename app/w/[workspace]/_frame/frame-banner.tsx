"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { percentOf } from "@/app/_components/pricing/typed-pricing";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { useSummary } from "./nav-items";
import { TrialBanner } from "./trial-banner";
import { useResendConfirmation } from "./use-resend-confirmation";

/** The most urgent message for everyone in the workspace, above every page; usually nothing. */
export function FrameBanner({ email }: { email: string }) {
  const { lifecycle, emailConfirmed } = useWorkspace();
  if (lifecycle === "suspended" || lifecycle === "deleting")
    return (
      <Banner edge tone="bad" title={lifecycle === "suspended" ? "Suspended." : "Being deleted."}>
        Everything can still be read; nothing can be changed.
      </Banner>
    );
  if (!emailConfirmed) return <ConfirmFirst email={email} />;
  if (lifecycle === "past_due")
    return (
      <Banner edge tone="warn" title="Payment is overdue.">
        Everything goes on working for now; the owner can settle it.
      </Banner>
    );
  return (
    <>
      <TrialBanner />
      <FreezeBanner />
      <PricingBanner />
    </>
  );
}

/** Shown while prices are frozen. */
function FreezeBanner() {
  const { href } = useWorkspace();
  const frozen = useSummary()?.frozen;
  if (!frozen) return null;
  const action = (
    <Button asChild size="sm" variant="quiet">
      <Link href={href("/settings/freezes")}>See the freezes</Link>
    </Button>
  );
  return (
    <Banner edge tone="warn" title="Prices are frozen." action={action}>
      {frozen.text}. You can approve as always; prices are written when it ends.
    </Banner>
  );
}

/** Shown until the shop's price settings are confirmed, and while two sources of them disagree. */
function PricingBanner() {
  const { href, may } = useWorkspace();
  const pricing = useQuery({
    ...useTRPC().workspace.pricing.queryOptions({}),
    refetchInterval: RELOAD_INTERVAL_MS,
  }).data;
  if (!pricing) return null;
  const [first] = pricing.contradictions;
  if (!first && pricing.confirmed_at !== null) return null;
  const action = may("settings:policy") ? (
    <Button asChild size="sm" variant="quiet">
      <Link href={href("/settings/workspace")}>{first ? "Correct it" : "Confirm"}</Link>
    </Button>
  ) : null;
  if (first)
    return (
      <Banner edge tone="bad" title="Runs and approvals wait." action={action}>
        {first.message}
      </Banner>
    );
  return (
    <Banner edge tone="warn" title="Confirm currency and VAT." action={action}>
      Margins are counted in {pricing.currency}, as if prices included{" "}
      {pricing.prices_include_vat ? `VAT at ${percentOf(pricing.vat_rate)} %` : "no VAT"}. Nobody has
      confirmed that.
    </Banner>
  );
}

const RELOAD_INTERVAL_MS = 60_000;

function ConfirmFirst({ email }: { email: string }) {
  const resend = useResendConfirmation();
  return (
    <Banner
      edge
      tone="warn"
      title="Confirm your e-mail address."
      action={
        <Button size="sm" variant="quiet" loading={resend.isPending} onClick={() => resend.mutate()}>
          Send another link
        </Button>
      }
    >
      Until you open the link for {email}, stores, runs and API keys wait.
    </Banner>
  );
}
