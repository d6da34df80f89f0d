import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { type Person, signedInPerson } from "@/app/_session/person";
import { ServedQueries } from "@/app/_session/served-queries";
import { SignInFirst } from "@/app/_session/sign-in-first";
import { WorkspaceProvider } from "@/app/_session/workspace";
import { ApiProvider } from "@/app/_trpc/api-provider";
import { WorkspaceFrame } from "./_frame/workspace-frame";
import { LiveProvider } from "./_live/live-provider";

/** What the person is in the workspace: a member, a viewer in a support session, or nobody. */
function openFor(person: Person, id: string) {
  const { email_confirmed: emailConfirmed, email: reader } = person;
  const membership = person.workspaces.find((workspace) => workspace.id === id);
  if (membership) return { ...membership, emailConfirmed, reader };
  const supported = person.supported.find((workspace) => workspace.id === id);
  if (!supported) return null;
  const { name, plan, lifecycle, request_id: requestId, expires_at: expiresAt } = supported;
  return {
    id,
    name,
    plan,
    lifecycle,
    emailConfirmed,
    reader,
    role: "viewer" as const,
    support: { requestId, expiresAt },
  };
}

/** Every page of a workspace: for its people alone, inside the frame with the navigation. */
export default async function WorkspaceLayout(props: {
  params: Promise<{ workspace: string }>;
  children: ReactNode;
}) {
  const { workspace: id } = await props.params;
  const person = await signedInPerson();
  if (!person) return <SignInFirst />;
  const workspace = openFor(person, id);
  if (!workspace) notFound();
  return (
    <ApiProvider key={id} workspaceId={id} person={person.email}>
      <ServedQueries
        workspaceId={id}
        ask={({ workspace: { summary, itemCount } }) => [
          summary.queryOptions({}),
          itemCount.queryOptions({}),
        ]}
      >
        <WorkspaceProvider workspace={workspace}>
          <LiveProvider>
            <WorkspaceFrame person={person}>{props.children}</WorkspaceFrame>
          </LiveProvider>
        </WorkspaceProvider>
      </ServedQueries>
    </ApiProvider>
  );
}
