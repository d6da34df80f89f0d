import type { NextAuthOptions, User } from "next-auth";
import { DomainError } from "@/server/domain/errors";
import type { RateLimiter } from "@/server/rate-limit/rate-limiter";
import type { Services } from "@/server/usecases/services";
import { type SignInAttempt, signIn } from "./sign-in";

const field = (value: unknown): string => (typeof value === "string" ? value : "");

/** Builds next-auth's provider for e-mail address and password. */
export const passwordProvider = (
  services: Services,
  rateLimiter: RateLimiter,
  ip: string | null,
): NextAuthOptions["providers"][number] => ({
  id: "credentials",
  name: "E-mail and password",
  type: "credentials",
  credentials: {
    email: { label: "E-mail", type: "email" },
    password: { label: "Password", type: "password" },
  },
  authorize: (typed) =>
    authorize(services, rateLimiter, { email: field(typed?.email), password: field(typed?.password), ip }),
});

/** Null reports a failed sign-in to next-auth; the message of a thrown error becomes the page's `error` parameter. */
async function authorize(
  services: Services,
  rateLimiter: RateLimiter,
  attempt: SignInAttempt,
): Promise<User | null> {
  try {
    return { id: (await signIn(services, rateLimiter, attempt)).userId };
  } catch (error) {
    if (error instanceof DomainError && error.code === "unauthorized") return null;
    if (error instanceof DomainError) throw new Error(error.code, { cause: error });
    services.log.error({ error }, "a sign-in failed");
    throw new Error("internal_error", { cause: error });
  }
}
