import { openRateLimiter } from "@/server/rate-limit/open";
import type { RateLimiter } from "@/server/rate-limit/rate-limiter";
import type { Services } from "@/server/usecases/services";

/** Opens a rate limiter that counts in this process, as an installation with the embedded database does. */
export const rateLimiterOf = ({ db, log, now }: Pick<Services, "db" | "log" | "now">): RateLimiter =>
  openRateLimiter({ redisUrl: null, upstash: null, db, embedded: true, log, now });
