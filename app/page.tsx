import { redirect } from "next/navigation";
import { signedInPerson } from "@/app/_session/person";

/** The bare address leads to the first workspace, or to the sign-in page. */
export default async function Home() {
  const person = await signedInPerson();
  if (!person) redirect("/sign-in");
  const [first] = person.workspaces;
  redirect(first ? `/w/${first.id}` : "/new-workspace");
}
