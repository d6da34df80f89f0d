import { router } from "../trpc";
import { status } from "./status";

export const workspace = router({ status });
