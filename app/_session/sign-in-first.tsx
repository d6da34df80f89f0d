"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { signInHref } from "@/app/_trpc/interrupted/session-end";

/** Redirects a visitor to the sign-in page and, from there, back to the requested address. */
export function SignInFirst() {
  const router = useRouter();
  useEffect(() => {
    router.replace(signInHref(window.location.pathname + window.location.search));
  }, [router]);
  return (
    <noscript>
      <a href="/sign-in">Sign in to see this page.</a>
    </noscript>
  );
}
