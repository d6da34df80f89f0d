import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { readEnv } from "@/server/boot/env";
import { pagePolicy, securityHeaders } from "@/server/http/gate/security-headers";

/** Everything that is drawn as a page; files and the API run no scripts. */
export const config = { matcher: "/((?!api/|_next/static/|_next/image|\\.well-known/).*)" };

/**
 * Gives every page a content security policy with a nonce of its own, whoever serves it. Next finds the nonce in the
 * request's policy and puts it on its own scripts; the layout reads it from `x-nonce`.
 */
export function proxy(request: NextRequest): NextResponse {
  const env = readEnv();
  const nonce = randomBytes(16).toString("base64");
  const policy = pagePolicy(nonce, env.NODE_ENV === "development");
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  const answer = NextResponse.next({ request: { headers } });
  answer.headers.set("content-security-policy", policy);
  for (const [name, value] of Object.entries(securityHeaders(env.PUBLIC_URL ?? "")))
    answer.headers.set(name, value);
  return answer;
}
