import type { ReactNode } from "react";
import { Age } from "@/app/_components/pricing/age";
import { marketText } from "@/app/_components/pricing/market-text";
import { Count, Index, Percent, Price, Unknown } from "@/app/_components/pricing/price";
import type { Outputs } from "@/app/_trpc/client";
import type { ItemSort } from "@/server/domain/items/item-list";
import type { Column } from "./catalog-parameters";
import { POSITION_LABELS } from "./position-text";

export type CatalogItem = Outputs["catalog"]["list"]["data"][number];
type Money = CatalogItem["price"];

/** A column of the catalog; all but the first can be hidden. */
export interface ColumnDefinition {
  readonly name: Column;
  readonly label: string;
  /** The order that its heading chooses. */
  readonly sort?: ItemSort;
  /** Left out on a phone. */
  readonly wideOnly?: true;
  readonly className?: string;
  /** @param display how an amount shows its currency: the usual one is in the heading */
  readonly cell: (item: CatalogItem, display: (money: Money) => "code" | "none") => ReactNode;
}

export const COLUMN_DEFINITIONS: readonly ColumnDefinition[] = [
  {
    name: "price",
    label: "Price",
    sort: "price",
    className: "font-[560]",
    cell: (item, display) => <PriceCell item={item} currency={display(item.price)} />,
  },
  {
    name: "cost",
    label: "Cost",
    sort: "cost",
    wideOnly: true,
    cell: (item, display) => (
      <>
        <Price money={item.cost} currency={display(item.cost)} />
        {item.cost_updated_at ? (
          <span className="block text-xs text-ink-dim">
            <Age at={item.cost_updated_at} />
          </span>
        ) : null}
      </>
    ),
  },
  { name: "margin", label: "Margin", sort: "margin", cell: (item) => <Percent ratio={item.margin} /> },
  {
    name: "market",
    label: "Market median",
    wideOnly: true,
    cell: (item, display) => <MarketCell item={item} currency={display(item.market.median)} />,
  },
  {
    name: "index",
    label: "Price index",
    sort: "price_index",
    wideOnly: true,
    cell: ({ market }) => <IndexCell market={market} />,
  },
  {
    name: "stock",
    label: "Stock",
    sort: "stock",
    wideOnly: true,
    cell: ({ stock }) => (stock === null ? <Unknown /> : <Count value={stock} />),
  },
  {
    name: "changed",
    label: "Changed",
    sort: "changed",
    wideOnly: true,
    className: "text-ink-dim",
    cell: (item) => <Age at={item.updated_at} />,
  },
];

function PriceCell({ item, currency }: { item: CatalogItem; currency: "code" | "none" }) {
  const { shopper_price: paid } = item.shop_window;
  return (
    <>
      <Price money={item.price} currency={currency} />
      {paid?.amount === item.price?.amount ? null : (
        <span className="block text-xs font-normal text-ink-dim">
          shoppers pay <Price money={paid} currency="none" />
        </span>
      )}
    </>
  );
}

/** The price index as 100 times the ratio, with what it says in words. */
function IndexCell({ market: { price_index: index, position } }: Pick<CatalogItem, "market">) {
  if (index === null) return <Unknown />;
  return (
    <>
      <Index ratio={index} />
      <span className="block text-xs text-ink-dim">{POSITION_LABELS[position]}</span>
    </>
  );
}

function MarketCell({ item: { market }, currency }: { item: CatalogItem; currency: "code" | "none" }) {
  return (
    <>
      <Price money={market.median} currency={currency} />
      {market.count > 0 ? (
        <span className="block text-xs text-ink-dim" title={marketText(market)}>
          of {market.count} {market.count === 1 ? "offer" : "offers"}
          <span className="sr-only">: {marketText(market)}</span>
        </span>
      ) : null}
    </>
  );
}
