import type { Metadata } from "next";
import { AuthLayout } from "@/app/_components/shell/auth-layout";
import { LinkSignIn } from "../_forms/link-sign-in";

export const metadata: Metadata = { title: "Link your sign-in", referrer: "no-referrer" };

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Link({ searchParams }: PageProps) {
  const { code } = await searchParams;
  return (
    <AuthLayout title="Link your sign-in">
      <LinkSignIn code={typeof code === "string" ? code : null} />
    </AuthLayout>
  );
}
