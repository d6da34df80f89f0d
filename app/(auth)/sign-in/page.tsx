import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { AuthLayout } from "@/app/_components/shell/auth-layout";
import { signedInPerson } from "@/app/_session/person";
import { ownPath } from "../_forms/own-path";
import { SignInForm } from "../_forms/sign-in-form";

export const metadata: Metadata = { title: "Sign in" };

type Asked = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SignIn({ searchParams }: Asked) {
  const { next } = await searchParams;
  const wanted = ownPath(typeof next === "string" ? next : null);
  if (await signedInPerson()) redirect(wanted);
  return (
    <AuthLayout
      title="Sign in"
      footer={
        <>
          New here?{" "}
          <Link href="/sign-up" className="text-ink underline decoration-control underline-offset-4">
            Make an account
          </Link>
        </>
      }
    >
      <SignInForm next={wanted} />
    </AuthLayout>
  );
}
