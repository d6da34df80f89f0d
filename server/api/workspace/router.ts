import { router } from "../trpc";
import { status } from "./status";
import { summary } from "./summary";

export const workspace = router({ status, summary });
