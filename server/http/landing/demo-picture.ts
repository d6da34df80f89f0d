import { browserContext } from "@/server/api/context";
import { callerOf } from "@/server/api/root";
import { beginDemoVisit } from "@/server/auth/demo-visit";
import type { RateLimiter } from "@/server/rate-limit/rate-limiter";
import type { Services } from "@/server/usecases/services";
import type { Picture, PictureRow } from "./landing-picture";

const ROWS = 4;
/** So many of the newest changes are looked at for the largest ones. */
const READ = 100;
/** The picture is read again after this time; visitors between two reads see the same one. */
const KEEP_MS = 60_000;
/** After a failure it is read again no sooner than this, however many ask for it. */
const KEEP_FAILURE_MS = 5_000;

/** The demo for the landing page; `picture` is null where nothing waits in it, or it could not be read. */
export interface ShownDemo {
  readonly hasDemo: boolean;
  readonly picture: Picture | null;
}

/**
 * Returns a function that reads what waits for approval in the demo, with a visitor's own permissions. It never throws:
 * a failure is logged, and what was read before is shown meanwhile, as while it is being read again.
 */
export function demoPicture(services: Services, rateLimiter: RateLimiter): () => Promise<ShownDemo> {
  let shown: ShownDemo | null = null;
  let reading: Promise<ShownDemo> | null = null;
  let untilMs = 0;
  const read = async (): Promise<ShownDemo> => {
    try {
      shown = await readDemo(services, rateLimiter);
      untilMs = services.now() + KEEP_MS;
    } catch (error) {
      services.log.warn({ err: error }, "the demo could not be read for the landing page");
      shown ??= { hasDemo: false, picture: null };
      untilMs = services.now() + KEEP_FAILURE_MS;
    } finally {
      reading = null;
    }
    return shown;
  };
  return async () => {
    if (shown !== null && services.now() < untilMs) return shown;
    reading ??= read();
    return shown ?? reading;
  };
}

async function readDemo(services: Services, rateLimiter: RateLimiter): Promise<ShownDemo> {
  const visit = await beginDemoVisit(services);
  if (visit === null) return { hasDemo: false, picture: null };
  const [cookie = null] = visit.setCookie.split(";");
  const visitor = callerOf(
    browserContext({ services, rateLimiter }, { cookie, workspaceId: visit.workspaceId, ip: null }),
  );
  const [{ data }, { waiting }, { items }] = await Promise.all([
    visitor.recommendations.list({ status: "pending_approval", kind: "price_change", limit: READ }),
    visitor.workspace.summary({}),
    visitor.workspace.itemCount({}),
  ]);
  const rows = [...data]
    .sort((one, other) => sizeOf(other) - sizeOf(one))
    .flatMap((each) => rowOf(each) ?? [])
    .slice(0, ROWS);
  return { hasDemo: true, picture: rows.length === 0 ? null : { rows, waiting, items, isSample: false } };
}

const sizeOf = ({ change_ratio: change }: Recommendation): number => Math.abs(Number(change ?? 0));

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
    price: amountText(price.amount),
    newPrice: `${amountText(newPrice.amount)} ${newPrice.currency}`,
    marginBefore: percent(before),
    marginAfter: percent(after),
    isRise: !change.startsWith("-"),
  };
}

/** An amount as the pages write it, such as "1,057.49". */
const amountText = (amount: string): string => {
  const [whole = "", decimals] = amount.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return `${grouped}${decimals === undefined ? "" : `.${decimals}`}`;
};

/** A fraction as a percentage with a real minus, for the eye alone. */
const percent = (ratio: string): string => `${(Number(ratio) * 100).toFixed(1).replace("-", "−")} %`;
