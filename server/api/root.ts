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
import { notifications } from "./notifications/router";
import { observations } from "./observations/router";
import { offers } from "./offers/router";
import { plan } from "./plan/router";
import { policy } from "./policy/router";
import { staff } from "./staff/router";
import { support } from "./support/router";
import { tokens } from "./tokens/router";
import { requests } from "./requests/router";
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
  notifications,
  observations,
  offers,
  plan,
  policy,
  recommendations,
  reports,
  requests,
  runs,
  staff,
  support,
  tokens,
  workspace,
  writeBacks,
});

export type AppRouter = typeof appRouter;
