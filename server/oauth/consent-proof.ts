import { createHmac, timingSafeEqual } from "node:crypto";
import type { Services } from "@/server/usecases/services";

/**
 * Computes the token that binds a decision to the person who was shown the page: an HMAC that only the server can
 * compute, and that is invalid for any other person.
 */
export const consentProof = (services: Services, id: string, userId: string): string =>
  createHmac("sha256", services.settings.authSecret).update(`consent|${id}|${userId}`).digest("base64url");

/** Compares in constant time. */
export const isConsentProof = (proof: string, expected: string): boolean =>
  proof.length === expected.length && timingSafeEqual(Buffer.from(proof), Buffer.from(expected));
