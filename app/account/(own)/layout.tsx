import Link from "next/link";
import type { ReactNode } from "react";
import { Wordmark } from "@/app/_components/shell/mark";
import { signedInPerson } from "@/app/_session/person";
import { SignInFirst } from "@/app/_session/sign-in-first";
import { ApiProvider } from "@/app/_trpc/api-provider";
import { InterruptedCalls } from "@/app/_trpc/interrupted/interrupted-calls";

/** The frame of the pages about the signed-in person, independent of workspaces. */
export default async function AccountLayout({ children }: { children: ReactNode }) {
  const person = await signedInPerson();
  if (!person) return <SignInFirst />;
  const [workspace] = person.workspaces;
  return (
    <ApiProvider workspaceId={null} person={person.email}>
      <header className="flex min-h-[52px] items-center justify-between gap-4 border-b border-line px-5 py-2 max-md:px-4">
        <Wordmark />
        <Link
          href={workspace ? "/" : "/new-workspace"}
          className="truncate text-ink-soft underline decoration-control underline-offset-4"
        >
          {workspace ? `Back to ${workspace.name}` : "Create a workspace"}
        </Link>
      </header>
      <InterruptedCalls person={person.email} workspaceId={null} />
      <main className="mx-auto w-full max-w-2xl px-5 py-8 max-md:px-4">{children}</main>
    </ApiProvider>
  );
}
