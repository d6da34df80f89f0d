import { appRouter } from "@/server/api/root";
import { createCallerFactory } from "@/server/api/trpc";
import { beginDemoVisit } from "@/server/auth/demo-visit";
import type { RateLimiter } from "@/server/rate-limit/rate-limiter";
import type { Services } from "@/server/usecases/request-context";
import type { Picture, PictureRow } from "./landing-picture";

const ROWS = 4;
/** The picture is read again after this time; visitors between two reads see the same one. */
const KEEP_MS = 60_000;

const callerOf = createCallerFactory(appRouter);

/**
 * Returns a function that reads what waits for approval in the demo, with a visitor's own permissions; null where the
 * installation does not show its demo, or nothing waits there.
 */
export function demoPicture(services: Services, rateLimiter: RateLimiter): () => Promise<Picture | null> {
  let kept: { readonly picture: Promise<Picture | null>; readonly untilMs: number } | null = null;
  return () => {
    if (kept === null || kept.untilMs <= services.now()) {
      const picture = readPicture(services, rateLimiter);
      kept = { picture, untilMs: services.now() + KEEP_MS };
      // A failure is shown to nobody for longer than it lasts.
      picture.catch(() => (kept = null));
    }
    return kept.picture;
  };
}

async function readPicture(services: Services, rateLimiter: RateLimiter): Promise<Picture | null> {
  const visit = await beginDemoVisit(services);
  if (visit === null) return null;
  const [cookie = null] = visit.setCookie.split(";");
  const visitor = callerOf({
    services,
    rateLimiter,
    admitted: null,
    request: {
      id: services.newId("request"),
      via: "web",
      authorization: null,
      cookie,
      workspaceHeader: visit.workspaceId,
      idempotencyKey: null,
      ip: null,
    },
  });
  const [{ data }, { waiting }, { items }] = await Promise.all([
    visitor.recommendations.list({ status: "pending_approval", kind: "price_change", limit: ROWS }),
    visitor.workspace.summary({}),
    visitor.workspace.itemCount({}),
  ]);
  const rows = data.flatMap((each) => rowOf(each) ?? []);
  return rows.length === 0 ? null : { rows, waiting, items, isSample: false };
}

type Recommendation = Awaited<
  ReturnType<ReturnType<typeof callerOf>["recommendations"]["list"]>
>["data"][number];

function rowOf(found: Recommendation): PictureRow | null {
  const { current_price: price, recommended_price: newPrice, change_ratio: change } = found;
  const { margin_before: before, margin_after: after } = found;
  if (!price || !newPrice || change === null || before === null || after === null) return null;
  return {
    title: found.item.title,
    reason: `${change.startsWith("-") ? "" : "+"}${percent(change)}`,
    price: moneyText(price),
    newPrice: moneyText(newPrice),
    marginBefore: percent(before),
    marginAfter: percent(after),
    isRise: !change.startsWith("-"),
  };
}

const moneyText = ({ amount, currency }: { amount: string; currency: string }): string =>
  new Intl.NumberFormat("en", { style: "currency", currency }).format(Number(amount));

/** A fraction as a percentage, for the eye alone. */
const percent = (ratio: string): string =>
  new Intl.NumberFormat("en", {
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(Number(ratio));
