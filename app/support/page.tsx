import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { signedInPerson } from "@/app/_session/person";
import { ApiProvider } from "@/app/_trpc/api-provider";
import { SupportPanel } from "./support-panel";

export const metadata: Metadata = { title: "Support" };

/** The page for support staff; everyone else gets a 404. */
export default async function Page() {
  const person = await signedInPerson();
  if (!person) redirect("/sign-in?next=/support");
  if (!person.staff) notFound();
  return (
    <ApiProvider workspaceId={null} person={person.email}>
      <SupportPanel email={person.email} />
    </ApiProvider>
  );
}
