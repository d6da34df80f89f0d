import type { Metadata } from "next";
import { AuthLayout } from "@/app/_components/shell/auth-layout";
import { ResetForm } from "../_forms/reset-form";

export const metadata: Metadata = { title: "Set a new password", referrer: "no-referrer" };

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Reset({ searchParams }: PageProps) {
  const { code } = await searchParams;
  return (
    <AuthLayout
      title="Set a new password"
      lead="Every browser that is signed in to your account will be signed out."
    >
      <ResetForm code={typeof code === "string" ? code : ""} />
    </AuthLayout>
  );
}
