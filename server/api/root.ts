import { router } from "./trpc";

/** The index of the product: one line a resource. */
export const appRouter = router({});

export type AppRouter = typeof appRouter;
