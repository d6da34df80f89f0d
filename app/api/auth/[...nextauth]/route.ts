import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "@/server/auth/sign-in-options";
import { signInRequest } from "@/server/auth/sign-in-request";
import { currentRuntime } from "@/server/boot/runtime";
import { answerSignIn } from "@/server/http/sign-in-handler";

async function respond(
  request: NextRequest,
  context: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
  const { services, rateLimiter, clientIpOf } = await currentRuntime();
  const ip = clientIpOf(request.headers);
  const { facts, finish } = signInRequest(services, (name) => request.headers.get(name), ip);
  return answerSignIn(services, request, async (whole) =>
    finish(await NextAuth(new NextRequest(whole), context, authOptions(services, rateLimiter, facts))),
  );
}

export { respond as GET, respond as POST };
