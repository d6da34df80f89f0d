import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { signedInPerson } from "@/app/_session/person";
import { SignInFirst } from "@/app/_session/sign-in-first";
import { WorkspaceProvider } from "@/app/_session/workspace";
import { ApiProvider } from "@/app/_trpc/api-provider";
import { WorkspaceFrame } from "./_frame/workspace-frame";

/** Every page of a workspace: for its members alone, inside the frame with the navigation. */
export default async function WorkspaceLayout(props: {
  params: Promise<{ workspace: string }>;
  children: ReactNode;
}) {
  const { workspace: id } = await props.params;
  const person = await signedInPerson();
  if (!person) return <SignInFirst />;
  const membership = person.workspaces.find((workspace) => workspace.id === id);
  if (!membership) notFound();
  const workspace = { ...membership, emailConfirmed: person.email_confirmed };
  return (
    <ApiProvider key={id} workspaceId={id}>
      <WorkspaceProvider workspace={workspace}>
        <WorkspaceFrame person={person}>{props.children}</WorkspaceFrame>
      </WorkspaceProvider>
    </ApiProvider>
  );
}
