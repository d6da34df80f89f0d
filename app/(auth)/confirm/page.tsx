import type { Metadata } from "next";
import { AuthLayout } from "@/app/_components/shell/auth-layout";
import { signedInPerson } from "@/app/_session/person";
import { ConfirmAddress } from "../_forms/confirm-address";

export const metadata: Metadata = { title: "Confirm your e-mail address", referrer: "no-referrer" };

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Confirm({ searchParams }: PageProps) {
  const { code } = await searchParams;
  const person = await signedInPerson();
  return (
    <AuthLayout title="Confirm your e-mail address">
      <ConfirmAddress code={typeof code === "string" ? code : ""} signedInAs={person?.email ?? null} />
    </AuthLayout>
  );
}
