import { router } from "../trpc";
import { change } from "./change";
import { settings } from "./settings";
import { status } from "./status";
import { summary } from "./summary";

export const workspace = router({ status, summary, settings, change });
