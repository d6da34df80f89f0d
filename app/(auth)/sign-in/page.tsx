import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { AuthLayout } from "@/app/_components/shell/auth-layout";
import { Banner } from "@/app/_components/ui/banner";
import { signedInPerson } from "@/app/_session/person";
import { signInOptions } from "@/app/_session/sign-in-options";
import { OrProvider } from "../_forms/provider-button";
import { ownPath } from "../_forms/safe-path";
import { SignInForm } from "../_forms/sign-in-form";
import { signInText } from "../_forms/sign-in-text";

export const metadata: Metadata = { title: "Sign in", robots: { index: true } };

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SignIn({ searchParams }: PageProps) {
  const { next, error } = await searchParams;
  const nextPath = ownPath(typeof next === "string" ? next : null);
  const failed = typeof error === "string" ? error : null;
  if (await signedInPerson()) redirect(failed ? `/account?error=${encodeURIComponent(failed)}` : nextPath);
  const { blocker, provider } = await signInOptions();
  return (
    <AuthLayout
      title="Sign in"
      footer={
        blocker === null ? (
          <>
            New here?{" "}
            <Link href="/sign-up" className="text-ink underline decoration-control underline-offset-4">
              Create an account
            </Link>
          </>
        ) : null
      }
    >
      {failed ? (
        <Banner tone="bad" className="mb-4">
          {signInText(failed)}
        </Banner>
      ) : null}
      <SignInForm next={nextPath} />
      <p className="mt-3">
        <Link href="/forgot" className="text-ink-soft underline decoration-control underline-offset-4">
          Forgot your password?
        </Link>
      </p>
      <OrProvider name={provider} next={nextPath} />
    </AuthLayout>
  );
}
