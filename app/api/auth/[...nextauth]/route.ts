import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "@/server/auth/sign-in";
import { currentRuntime } from "@/server/runtime";

async function answer(
  request: NextRequest,
  context: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
  const { services, budget } = await currentRuntime();
  return NextAuth(request, context, authOptions(services, budget));
}

export { answer as GET, answer as POST };
