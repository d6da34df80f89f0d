import { pricing, setPricing } from "../policy/shop-pricing";
import { router } from "../trpc";
import { change } from "./change";
import { cancelDeletion, life, requestDeletion } from "./deletion";
import { firstSteps } from "./first-steps";
import { itemCount } from "./item-count";
import { settings } from "./settings";
import { status } from "./status";
import { summary } from "./summary";

export const workspace = router({
  status,
  summary,
  itemCount,
  firstSteps,
  settings,
  change,
  pricing,
  setPricing,
  life,
  requestDeletion,
  cancelDeletion,
});
