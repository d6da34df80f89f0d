import { account } from "./accounts/router";
import { alerts } from "./alerts/router";
import { audit } from "./audit/router";
import { changes } from "./changes/router";
import { decisionBatches } from "./decision-batches/router";
import { freezes } from "./freezes/router";
import { grants } from "./grants/router";
import { integrations } from "./integrations/router";
import { catalog } from "./items/router";
import { lanes } from "./lanes/router";
import { mails } from "./mails/router";
import { members } from "./members/router";
import { notifications } from "./notifications/router";
import { observations } from "./observations/router";
import { offers } from "./offers/router";
import { overview } from "./overview/router";
import { plan } from "./plan/router";
import { policy } from "./policy/router";
import { recommendations } from "./recommendations/router";
import { rehearsals } from "./rehearsals/router";
import { reports } from "./reports/router";
import { requests } from "./requests/router";
import { runs } from "./runs/router";
import { sampleShop } from "./sample-shop/router";
import { schedules } from "./schedules/router";
import { search } from "./search/router";
import { support } from "./support/router";
import { staff } from "./support/staff/router";
import { tokens } from "./tokens/router";
import { trials } from "./trials/router";
import { createCallerFactory, mergeRouters, router } from "./trpc";
import { webhooks } from "./webhooks/router";
import { workspace } from "./workspaces/router";
import { writeBacks } from "./write-backs/router";

/** The router of the API: one line for each resource. */
export const appRouter = router({
  account,
  alerts,
  audit,
  catalog,
  changes,
  decisionBatches,
  freezes,
  grants,
  integrations,
  lanes,
  mails,
  members,
  notifications,
  observations,
  offers,
  overview,
  plan,
  policy: mergeRouters(policy, trials),
  recommendations,
  rehearsals,
  reports,
  requests,
  runs,
  sampleShop,
  schedules,
  search,
  staff,
  support,
  tokens,
  webhooks,
  workspace,
  writeBacks,
});

export type AppRouter = typeof appRouter;

/** Returns the procedures in a context, for calls that the service makes itself. */
export const callerOf = createCallerFactory(appRouter);
