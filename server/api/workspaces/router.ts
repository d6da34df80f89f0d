import { router } from "../trpc";
import { change } from "./change";
import { cancelDeletion, life, requestDeletion } from "./deletion";
import { pricing, setPricing } from "./pricing";
import { settings } from "./settings";
import { status } from "./status";
import { summary } from "./summary";

export const workspace = router({
  status,
  summary,
  settings,
  change,
  pricing,
  setPricing,
  life,
  requestDeletion,
  cancelDeletion,
});
