import { account } from "./account/router";
import { alerts } from "./alerts/router";
import { audit } from "./audit/router";
import { catalog } from "./catalog/router";
import { grants } from "./grants/router";
import { reports } from "./reports/router";
import { runs } from "./runs/router";
import { recommendations } from "./recommendations/router";
import { workspace } from "./workspace/router";
import { writeBacks } from "./write-backs/router";
import { integrations } from "./integrations/router";
import { mails } from "./mails/router";
import { members } from "./members/router";
import { observations } from "./observations/router";
import { offers } from "./offers/router";
import { policy } from "./policy/router";
import { tokens } from "./tokens/router";
import { router } from "./trpc";

/** The index of the product: one line a resource. */
export const appRouter = router({
  account,
  alerts,
  audit,
  catalog,
  grants,
  integrations,
  mails,
  members,
  policy,
  recommendations,
  observations,
  offers,
  reports,
  runs,
  tokens,
  workspace,
  writeBacks,
});

export type AppRouter = typeof appRouter;
