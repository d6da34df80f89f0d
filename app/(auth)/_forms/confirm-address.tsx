"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { Skeleton } from "@/app/_components/ui/skeleton";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";

/** Confirms the address as soon as the page is open: a mail scanner that only fetches the link confirms nothing. */
export function ConfirmAddress({ code }: { code: string }) {
  const confirm = useMutation(useTRPC().account.confirm.mutationOptions());
  const { mutate } = confirm;
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    mutate({ code });
  }, [mutate, code]);
  if (confirm.isSuccess)
    return (
      <>
        <Banner tone="good">Your e-mail address is confirmed.</Banner>
        <Button asChild variant="primary" size="lg" wide className="mt-5">
          <a href="/">Go to your workspace</a>
        </Button>
      </>
    );
  if (confirm.isError) return <Refused message={failureOf(confirm.error).message} />;
  return (
    <div role="status">
      <span className="sr-only">Confirming</span>
      <Skeleton className="h-10 rounded-xl" />
    </div>
  );
}

function Refused({ message }: { message: string }) {
  return (
    <>
      <Banner tone="bad">{message}</Banner>
      <p className="mt-4 text-ink-soft">
        Sign in and choose “Send another link” at the top of any page; a link holds for 48 hours.
      </p>
      <Button asChild size="lg" wide className="mt-5">
        <a href="/">Sign in</a>
      </Button>
    </>
  );
}
