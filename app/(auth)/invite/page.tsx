import type { Metadata } from "next";
import { AuthLayout } from "@/app/_components/shell/auth-layout";
import { signedInPerson } from "@/app/_session/person";
import { signInOptions } from "@/app/_session/sign-in-options";
import { Invitation } from "../_forms/invitation";

export const metadata: Metadata = { title: "Invitation", referrer: "no-referrer" };

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Invite({ searchParams }: PageProps) {
  const { code } = await searchParams;
  const person = await signedInPerson();
  return (
    <AuthLayout title="You are invited">
      <Invitation
        code={typeof code === "string" ? code : ""}
        signedInAs={person?.email ?? null}
        provider={(await signInOptions()).provider}
      />
    </AuthLayout>
  );
}
