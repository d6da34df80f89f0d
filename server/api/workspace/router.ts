import { router } from "../trpc";
import { change } from "./change";
import { cancelDeletion, life, requestDeletion } from "./deletion";
import { settings } from "./settings";
import { status } from "./status";
import { summary } from "./summary";

export const workspace = router({ status, summary, settings, change, life, requestDeletion, cancelDeletion });
