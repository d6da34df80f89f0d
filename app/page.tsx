import { redirect } from "next/navigation";
import { signedInPerson } from "@/app/_session/person";

/** Redirects to the first workspace; support staff without one to the support page, visitors to the sign-in page. */
export default async function Home() {
  const person = await signedInPerson();
  if (!person) redirect("/sign-in");
  const [first] = person.workspaces;
  if (!first && person.staff) redirect("/support");
  redirect(first ? `/w/${first.id}` : "/new-workspace");
}
