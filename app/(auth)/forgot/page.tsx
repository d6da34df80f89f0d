import type { Metadata } from "next";
import Link from "next/link";
import { connection } from "next/server";
import { AuthLayout } from "@/app/_components/shell/auth-layout";
import { Banner } from "@/app/_components/ui/banner";
import { signInOptions } from "@/app/_session/sign-in-options";
import { ForgotForm } from "../_forms/forgot-form";

export const metadata: Metadata = { title: "Set a new password" };

export default async function Forgot() {
  // Whether a mail server is configured is known at run time, not when the pages are built.
  await connection();
  const { mails } = await signInOptions();
  return (
    <AuthLayout
      title="Set a new password"
      lead={mails ? "We mail you a link that is valid for an hour." : undefined}
      footer={
        <Link href="/sign-in" className="text-ink underline decoration-control underline-offset-4">
          Back to sign-in
        </Link>
      }
    >
      {mails ? (
        <ForgotForm />
      ) : (
        <Banner tone="warn">
          This installation sends no mails. Ask the people who run it for a link to set a new password; they
          make one with the command “user reset-password”.
        </Banner>
      )}
    </AuthLayout>
  );
}
