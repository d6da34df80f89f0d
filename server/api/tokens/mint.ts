import { z } from "zod";
import { SCOPES } from "@/server/domain/permissions";
import { mintToken } from "@/server/usecases/tokens/mint";
import { mutation } from "../pipeline";
import { MintedToken } from "./schemas";

export const mint = mutation(
  {
    scope: "settings:tokens",
    summary: "Mint a token; its secret is shown this once",
    errors: ["conflict", "plan_limit", "email_not_confirmed"],
    // The secret must not be stored for a replay.
    repeats: "refuse",
    input: z.object({
      name: z.string(),
      scopes: z.array(z.enum(SCOPES)),
      expires_at: z.string().nullish(),
    }),
    output: MintedToken,
  },
  ({ context, input }) => mintToken(context, input),
  ({ token, row }) => ({ ok: true as const, id: row.id, token }),
);
