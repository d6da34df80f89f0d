import type { ForPages } from "@/server/boot/for-pages";
import { serviceForPages } from "@/server/boot/service-for-pages";

/** Returns the ways to sign in and sign up at this installation, for the pages of visitors. */
export const signInOptions = async (): Promise<ForPages["signInOptions"]> =>
  (await serviceForPages()).signInOptions;
