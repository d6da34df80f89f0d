"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Section } from "@/app/_components/shell/section";
import { Button } from "@/app/_components/ui/button";
import { useTRPC } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";
import { AccountEvents } from "./account-events";
import { EmailAddress } from "./email-address";
import { Name } from "./name";
import { Password } from "./password";
import { Sessions } from "./sessions";
import { SignInMethods } from "./sign-in-methods";

/** The account page: profile, ways to sign in, and sessions. */
export function Account() {
  const profile = useQuery(useTRPC().account.profile.queryOptions());
  return (
    <div className="flex flex-col gap-10">
      <QueryView query={profile} what="your account">
        {(found) => (
          <>
            <Name profile={found} />
            <EmailAddress profile={found} />
            <Password profile={found} />
            <SignInMethods profile={found} />
          </>
        )}
      </QueryView>
      <Sessions />
      <AccountEvents />
      <Section title="Delete your account">
        <Button asChild size="sm">
          <Link href="/account/deletion">Delete the account</Link>
        </Button>
      </Section>
    </div>
  );
}
