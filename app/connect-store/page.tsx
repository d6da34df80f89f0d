import { redirect } from "next/navigation";
import { signedInPerson } from "@/app/_session/person";
import { serviceForPages } from "@/server/boot/service-for-pages";

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/**
 * Leads from a store that opened its app to the connect form of the person's first workspace, after signing in. Only
 * what a store's own link would have is filled in.
 */
export default async function ConnectStore({ searchParams }: PageProps) {
  const { kind, url } = await searchParams;
  const query = (await serviceForPages()).connectQuery(kind, url);
  const person = await signedInPerson();
  if (!person) redirect(`/sign-in?${new URLSearchParams({ next: `/connect-store${query}` })}`);
  const [first] = person.workspaces;
  redirect(first ? `/w/${first.id}/settings/integrations${query}` : "/new-workspace");
}
