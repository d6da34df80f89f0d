import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { AuthLayout } from "@/app/_components/shell/auth-layout";
import { signedInPerson } from "@/app/_session/person";
import { NewWorkspaceForm } from "../_forms/new-workspace-form";

export const metadata: Metadata = { title: "New workspace" };

export default async function NewWorkspace() {
  const person = await signedInPerson();
  if (!person) redirect("/sign-in?next=/new-workspace");
  return (
    <AuthLayout
      title="New workspace"
      lead="One for each shop: its own catalog, store, policy and people."
      footer={
        person.workspaces.length > 0 ? (
          <Link href="/" className="text-ink underline decoration-control underline-offset-4">
            Back to {person.workspaces[0]?.name}
          </Link>
        ) : undefined
      }
    >
      <NewWorkspaceForm />
    </AuthLayout>
  );
}
