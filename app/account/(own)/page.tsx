import type { Metadata } from "next";
import { Banner } from "@/app/_components/ui/banner";
import { signInText } from "@/app/(auth)/_forms/sign-in-text";
import { Account } from "./account";

export const metadata: Metadata = { title: "Your account" };

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: PageProps) {
  const { error } = await searchParams;
  return (
    <>
      <h1 className="mb-6 text-2xl leading-8 font-[640] tracking-[-0.02em]">Your account</h1>
      {typeof error === "string" ? (
        <Banner tone="bad" className="mb-6">
          {signInText(error)}
        </Banner>
      ) : null}
      <Account />
    </>
  );
}
