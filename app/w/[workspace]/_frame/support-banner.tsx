"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { Age } from "@/app/_components/pricing/age";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import { useSummary } from "./nav-items";

/** Shows an open support session on every page: to the workspace's members and to the staff member. */
export function SupportBanner() {
  const { support } = useWorkspace();
  return support ? <Looking {...support} /> : <SupportViewed />;
}

function SupportViewed() {
  const { may, href } = useWorkspace();
  const open = useSummary()?.support_access;
  if (!open) return null;
  return (
    <Banner
      edge
      tone="warn"
      title="Support is looking."
      action={
        may("settings:workspace") ? (
          <Button size="sm" variant="quiet" asChild>
            <Link href={href("/settings/support")}>See and end it</Link>
          </Button>
        ) : undefined
      }
    >
      {open.admin_email} reads this workspace with an owner's consent and changes nothing; it ends{" "}
      <Age at={open.expires_at} phrase /> at the latest.
    </Banner>
  );
}

function Looking({ requestId, expiresAt }: { requestId: string; expiresAt: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const end = useMutation(
    trpc.staff.end.mutationOptions({
      onSuccess: () => {
        queryClient.clear();
        router.push("/support");
      },
      onError: notifyFailure("The session goes on"),
    }),
  );
  return (
    <Banner
      edge
      tone="warn"
      title="Support session, read-only."
      action={
        <Button
          size="sm"
          variant="quiet"
          loading={end.isPending}
          onClick={() => end.mutate({ request_id: requestId })}
        >
          End it
        </Button>
      }
    >
      Everything you open is written into the workspace's audit log; it ends <Age at={expiresAt} phrase />.
    </Banner>
  );
}
