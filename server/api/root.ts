import { alerts } from "./alerts/router";
import { catalog } from "./catalog/router";
import { runs } from "./runs/router";
import { router } from "./trpc";

/** The index of the product: one line a resource. */
export const appRouter = router({ alerts, catalog, runs });

export type AppRouter = typeof appRouter;
