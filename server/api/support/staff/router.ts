import { router } from "@/server/api/trpc";
import { ask } from "./ask";
import { end } from "./end";
import { open } from "./open";
import { requests } from "./requests";

export const staff = router({ requests, ask, open, end });
