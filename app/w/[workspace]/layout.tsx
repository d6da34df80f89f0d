import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { demoVisitor } from "@/app/_session/demo-visit";
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

/** Every page of a workspace: for its people and, of the demo, its visitors, inside the frame with the navigation. */
export default async function WorkspaceLayout(props: {
  params: Promise<{ workspace: string }>;
  children: ReactNode;
}) {
  const { workspace: id } = await props.params;
  const signedIn = await signedInPerson();
  const visitor = signedIn ? null : await demoVisitor();
  const person = signedIn ?? visitor?.person;
  const found = person && openFor(person, id);
  if (!person || (visitor && !found)) return <SignInFirst />;
  if (!found) notFound();
  const workspace = visitor ? { ...found, demoEndsAt: visitor.expiresAt } : found;
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
