import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { AuthLayout } from "@/app/_components/shell/auth-layout";
import { Banner } from "@/app/_components/ui/banner";
import { signedInPerson } from "@/app/_session/person";
import { signInOptions } from "@/app/_session/sign-in-options";
import { TRIAL_DAYS } from "@/server/domain/plan/workspace-trial";
import { SIGN_UP_BLOCKERS } from "@/server/domain/sign-up/sign-up";
import { OrProvider } from "../_forms/provider-button";
import { SignUpForm } from "../_forms/sign-up-form";

export const metadata: Metadata = { title: "Create an account", robots: { index: true } };

export default async function SignUp() {
  if (await signedInPerson()) redirect("/");
  const { blocker, mails, provider } = await signInOptions();
  return (
    <AuthLayout
      title="Create an account"
      lead={`A workspace comes with it: ${TRIAL_DAYS} days on the Max plan, then the Free plan. Nothing is deleted.`}
      footer={
        <>
          Have one already?{" "}
          <Link href="/sign-in" className="text-ink underline decoration-control underline-offset-4">
            Sign in
          </Link>
        </>
      }
    >
      {blocker === null ? (
        <SignUpForm mails={mails} />
      ) : (
        <Banner tone="warn">{SIGN_UP_BLOCKERS[blocker]}</Banner>
      )}
      {blocker === "closed" ? null : <OrProvider name={provider} next="/" />}
    </AuthLayout>
  );
}
