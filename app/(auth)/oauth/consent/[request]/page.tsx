import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthLayout } from "@/app/_components/shell/auth-layout";
import { signedInPerson } from "@/app/_session/person";
import { Consent } from "./consent";

export const metadata: Metadata = {
  title: "Give an application access",
  robots: "noindex",
  referrer: "no-referrer",
};

export default async function Page({ params }: { params: Promise<{ request: string }> }) {
  const { request } = await params;
  const page = `/oauth/consent/${encodeURIComponent(request)}`;
  if (!(await signedInPerson())) redirect(`/sign-in?next=${encodeURIComponent(page)}`);
  return (
    <AuthLayout title="Give an application access?">
      <Consent page={page} />
    </AuthLayout>
  );
}
