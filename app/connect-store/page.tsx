import { redirect } from "next/navigation";
import { signedInPerson } from "@/app/_session/person";

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Leads from a store that opened its app to the connect form of the person's first workspace, after signing in. */
export default async function ConnectStore({ searchParams }: PageProps) {
  const { kind, url } = await searchParams;
  const store = new URLSearchParams({
    kind: typeof kind === "string" ? kind : "",
    url: typeof url === "string" ? url : "",
  });
  const person = await signedInPerson();
  if (!person) redirect(`/sign-in?${new URLSearchParams({ next: `/connect-store?${store}` })}`);
  const [first] = person.workspaces;
  redirect(first ? `/w/${first.id}/settings/integrations?${store}` : "/new-workspace");
}
