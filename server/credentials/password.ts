import { hash, verify } from "@node-rs/argon2";

// OWASP's first choice for argon2id, which is the package's default algorithm.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash of the same cost that belongs to no password, so that an unknown person takes as long as a known one. */
const DECOY =
  "$argon2id$v=19$m=19456,t=2,p=1$7QGRCWANTT6hXPFeKegsEg$ZBplZcLGxVOBCxYGsUExwYSKpMx71+iJU7NEYiYLMsQ";

/** Hashes a password with argon2id; the salt is part of the text. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/** Returns whether the password matches the hash. Without a hash it does the same work and returns false. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? DECOY, password);
  return matches && stored !== null;
}
