import type { Metadata } from "next";
import Link from "next/link";
import { AuthLayout } from "@/app/_components/shell/auth-layout";
import { ForgotForm } from "../_forms/forgot-form";

export const metadata: Metadata = { title: "Set a new password" };

export default function Forgot() {
  return (
    <AuthLayout
      title="Set a new password"
      lead="We mail you a link that is good for an hour."
      footer={
        <Link href="/sign-in" className="text-ink underline decoration-control underline-offset-4">
          Back to sign-in
        </Link>
      }
    >
      <ForgotForm />
    </AuthLayout>
  );
}
