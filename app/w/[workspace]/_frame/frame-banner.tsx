"use client";

import { useMutation } from "@tanstack/react-query";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { notify } from "@/app/_components/ui/toast";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";

/** What everybody in the workspace should know before anything else, above every page; usually nothing. */
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
  return null;
}

function ConfirmFirst({ email }: { email: string }) {
  const trpc = useTRPC();
  const resend = useMutation(
    trpc.account.resendConfirmation.mutationOptions({
      onSuccess: ({ sent }) =>
        notify({
          title: sent ? "Another link is on its way" : "Your address is confirmed already",
          detail: sent ? email : "Reload the page.",
        }),
      onError: (error) =>
        notify({ title: "No mail was sent", detail: failureOf(error).message, tone: "bad" }),
    }),
  );
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
      We sent a link to {email}; until you open it, runs and API keys wait.
    </Banner>
  );
}
