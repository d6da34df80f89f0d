import { createHmac, timingSafeEqual } from "node:crypto";
import type { Services } from "@/server/usecases/request-context";

/** Ties a decision to the person its page was shown to; nobody else can make one, and a page of one cannot speak for another. */
export const proofOf = (services: Services, id: string, userId: string): string =>
  createHmac("sha256", services.settings.authSecret).update(`consent|${id}|${userId}`).digest("base64url");

/** Compares in a time that tells nothing. */
export const isProof = (given: string, right: string): boolean =>
  given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right));
