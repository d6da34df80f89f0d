import { catalog } from "./catalog/router";
import { router } from "./trpc";

/** The index of the product: one line a resource. */
export const appRouter = router({ catalog });

export type AppRouter = typeof appRouter;
