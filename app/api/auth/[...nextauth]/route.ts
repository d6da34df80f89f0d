import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { currentRuntime } from "@/server/boot/current-runtime";

async function respond(
  request: NextRequest,
  context: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
  const { signIn } = (await currentRuntime()).forPages;
  return signIn(request, (whole, options) => NextAuth(new NextRequest(whole), context, options));
}

export { respond as GET, respond as POST };
