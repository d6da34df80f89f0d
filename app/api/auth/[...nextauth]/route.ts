import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { serviceForPages } from "@/server/boot/service-for-pages";

async function respond(
  request: NextRequest,
  context: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
  const { signIn } = await serviceForPages();
  return signIn(request, (whole, options) => NextAuth(new NextRequest(whole), context, options));
}

export { respond as GET, respond as POST };
