import { z } from "zod";
import { givenPricing, PricingRequest } from "@/server/usecases/policy/shop-pricing-request";
import { createWorkspace as setUpWorkspace } from "@/server/usecases/workspaces/create";
import { personProcedure } from "./procedures";

/** Creates a workspace on the Free plan, owned by the signed-in person. */
export const createWorkspace = personProcedure
  .input(z.object({ name: z.string(), time_zone: z.string().optional(), pricing: PricingRequest.optional() }))
  .output(z.object({ ok: z.literal(true), workspace_id: z.string() }))
  .mutation(async ({ ctx, input }) => {
    const { id: requestId, ip } = ctx.request;
    const { id } = await setUpWorkspace(ctx.services, {
      name: input.name,
      timeZone: input.time_zone,
      pricing: givenPricing(input.pricing ?? {}),
      plan: "free",
      ownerId: ctx.principal.userId,
      via: "web",
      requestId,
      ip,
    });
    return { ok: true, workspace_id: id };
  });
