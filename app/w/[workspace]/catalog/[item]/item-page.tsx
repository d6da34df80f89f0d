"use client";

import { useQuery } from "@tanstack/react-query";
import { Age } from "@/app/_components/pricing/age";
import { marketText } from "@/app/_components/pricing/market-text";
import { Percent, Price } from "@/app/_components/pricing/price";
import { SaleLag } from "@/app/_components/pricing/sale-lag";
import { PageHeader } from "@/app/_components/ui/page-header";
import { StatStrip } from "@/app/_components/ui/stat-strip";
import { useWorkspace } from "@/app/_session/workspace";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";
import { placeAddress } from "../catalog-place";
import { CompetitorOffers } from "./competitor-offers";
import { ItemFacts } from "./item-facts";
import { ItemAlerts, ItemRecommendations } from "./item-findings";
import { ItemHistory } from "./item-history";
import { ItemObservations } from "./item-observations";
import { ItemOffers } from "./item-offers";
import { StateActions, StateBanner } from "./item-state";
import { PriceByHand } from "./price-by-hand";
import { PriorPrice } from "./prior-price";

type Item = Outputs["catalog"]["get"];

/** One item: its cost and price, their history, competitors' prices, recommendations and alerts. */
export function ItemPage({ id }: { id: string }) {
  const trpc = useTRPC();
  const { href } = useWorkspace();
  const query = useQuery(trpc.catalog.get.queryOptions({ item_id: id }));
  return (
    <>
      <PageHeader
        title={query.data?.title ?? "Item"}
        meta={query.data?.sku}
        actions={
          query.data ? (
            <>
              <PriceByHand item={query.data} />
              <StateActions item={query.data} />
            </>
          ) : undefined
        }
        back={{ href: placeAddress(href("/catalog")), label: "the catalog" }}
      />
      <QueryView query={query} what="the item">
        {(item) => (
          <div className="grid max-w-6xl grid-cols-[minmax(0,1fr)_340px] gap-x-10 p-5 max-lg:grid-cols-1 max-md:p-4 wide:max-w-none wide:grid-cols-[minmax(0,1fr)_400px]">
            <div className="flex min-w-0 flex-col gap-6">
              <StateBanner item={item} />
              <Figures item={item} />
              <ItemHistory itemId={item.id} currency={item.currency} />
              <CompetitorOffers item={{ id: item.id, sku: item.sku, currency: item.currency }} />
              <ItemObservations itemId={item.id} />
              <div className="grid gap-x-10 gap-y-6 wide:grid-cols-2">
                <ItemRecommendations itemId={item.id} />
                <ItemAlerts itemId={item.id} />
              </div>
            </div>
            <div className="flex min-w-0 flex-col gap-6 max-lg:mt-6">
              <ItemOffers item={item} />
              <ItemFacts item={item} />
              <PriorPrice itemId={item.id} />
            </div>
          </div>
        )}
      </QueryView>
    </>
  );
}

function Figures({ item }: { item: Item }) {
  const { lowest, median, count, newest } = item.market;
  const isUsual =
    item.shop_window.lag === null && item.shop_window.shopper_price?.amount === item.price?.amount;
  return (
    <StatStrip
      size="lg"
      stats={[
        {
          label: isUsual ? "Price" : "Regular price",
          value: <Price money={item.price} />,
          ...(isUsual ? {} : { detail: <Paid window={item.shop_window} /> }),
        },
        {
          label: "Cost",
          value: <Price money={item.cost} />,
          detail: item.cost_updated_at ? <Age at={item.cost_updated_at} phrase /> : "unknown",
        },
        {
          label: "Margin",
          value: <Percent ratio={item.margin} />,
          ...(isUsual ? {} : { detail: "at what shoppers pay" }),
        },
        {
          label: "Market median",
          value: <Price money={median} />,
          detail:
            count === 0 ? (
              marketText(item.market)
            ) : (
              <>
                {marketText(item.market)} · lowest <Price money={lowest} currency="none" /> ·{" "}
                <Age at={newest} phrase />
              </>
            ),
        },
      ]}
    />
  );
}

/** What shoppers pay in place of the regular price, and until when. */
function Paid({ window: { shopper_price: paid, sale, lag } }: { window: Item["shop_window"] }) {
  if (lag)
    return (
      <>
        shoppers pay <Price money={paid} currency="none" />, <SaleLag lag={lag} />
      </>
    );
  if (!sale?.running)
    return (
      <>
        shoppers pay <Price money={paid} currency="none" />
      </>
    );
  return (
    <>
      on sale for <Price money={paid} currency="none" />
      {sale.until ? (
        <>
          , ends <Age at={sale.until} phrase />
        </>
      ) : null}
    </>
  );
}
