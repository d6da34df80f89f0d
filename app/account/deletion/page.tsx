import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { AuthLayout } from "@/app/_components/shell/auth-layout";
import { signedInPerson } from "@/app/_session/person";
import { ApiProvider } from "@/app/_trpc/api-provider";
import { AccountDeletion } from "./account-deletion";

export const metadata: Metadata = { title: "Delete the account" };

export default async function Page() {
  const person = await signedInPerson();
  if (!person) redirect("/sign-in?next=/account/deletion");
  return (
    <ApiProvider workspaceId={null} person={person.email}>
      <AuthLayout
        title="Your account"
        lead={person.email}
        footer={
          <Link href="/" className="text-ink underline decoration-control underline-offset-4">
            Back
          </Link>
        }
      >
        <AccountDeletion />
      </AuthLayout>
    </ApiProvider>
  );
}
