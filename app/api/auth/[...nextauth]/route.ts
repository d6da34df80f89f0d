import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { signInRequest } from "@/server/auth/sign-in-request";
import { authOptions } from "@/server/auth/sign-in-options";
import { currentRuntime } from "@/server/runtime";

async function answer(
  request: NextRequest,
  context: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
  const { services, budget } = await currentRuntime();
  const { facts, finish } = signInRequest(services, (name) => request.headers.get(name));
  return finish(await NextAuth(request, context, authOptions(services, budget, facts)));
}

export { answer as GET, answer as POST };
