"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { Age } from "@/app/_components/pricing/age";
import { marketText } from "@/app/_components/pricing/market-text";
import { Percent, Price, Unknown } from "@/app/_components/pricing/price";
import { Badge } from "@/app/_components/ui/badge";
import { Table, TableBody, TableHead, TableRow, Td, Th } from "@/app/_components/ui/table";
import { useWorkspace } from "@/app/_session/workspace";
import type { Outputs } from "@/app/_trpc/client";
import { STATE_LABELS } from "./state-text";

export type CatalogItem = Outputs["catalog"]["list"]["data"][number];

/** Items in rows. Amounts in the most frequent currency are shown without its code. */
export function ItemTable({ items }: { items: readonly CatalogItem[] }) {
  const currency = items.find(({ price }) => price)?.price?.currency;
  return (
    <Table caption="Catalog items">
      <TableHead>
        <tr>
          <Th>Item</Th>
          <Th numeric>Price{currency ? `, ${currency}` : ""}</Th>
          <Th numeric wideOnly>
            Cost
          </Th>
          <Th numeric>Margin</Th>
          <Th numeric wideOnly>
            Market median
          </Th>
          <Th numeric wideOnly>
            Stock
          </Th>
          <Th numeric wideOnly>
            Changed
          </Th>
        </tr>
      </TableHead>
      <TableBody>
        {items.map((item) => (
          <ItemRow key={item.id} item={item} currency={currency} />
        ))}
      </TableBody>
    </Table>
  );
}

function ItemRow({ item, currency }: { item: CatalogItem; currency: string | undefined }) {
  const router = useRouter();
  const { href } = useWorkspace();
  const page = href(`/catalog/${item.id}`);
  const { shopper_price: paid } = item.shop_window;
  const isUsual = paid?.amount === item.price?.amount;
  const display = (money: CatalogItem["price"]) => (money?.currency === currency ? "none" : "code");
  return (
    <TableRow className="cursor-pointer" onClick={() => router.push(page)}>
      <Td className="w-full max-w-0">
        <Link
          href={page}
          onClick={(event) => event.stopPropagation()}
          className="block truncate font-[520] hover:underline max-md:py-1"
        >
          {item.title}
        </Link>
        {item.state === "active" ? null : <Badge>{STATE_LABELS[item.state]}</Badge>}
        <span className="num block truncate text-xs text-ink-dim">
          {[item.sku, item.brand, item.category].filter(Boolean).join(" · ")}
        </span>
      </Td>
      <Td numeric className="font-[560]">
        <Price money={item.price} currency={display(item.price)} />
        {isUsual ? null : (
          <span className="block text-xs font-normal text-ink-dim">
            shoppers pay <Price money={paid} currency="none" />
          </span>
        )}
      </Td>
      <Td numeric wideOnly>
        <Price money={item.cost} currency={display(item.cost)} />
        {item.cost_updated_at ? (
          <span className="block text-xs text-ink-dim">
            <Age at={item.cost_updated_at} />
          </span>
        ) : null}
      </Td>
      <Td numeric>
        <Percent ratio={item.margin} />
      </Td>
      <Td numeric wideOnly>
        <Price money={item.market.median} currency={display(item.market.median)} />
        {item.market.count > 0 ? (
          <span className="block text-xs text-ink-dim" title={marketText(item.market)}>
            of {item.market.count} {item.market.count === 1 ? "offer" : "offers"}
            <span className="sr-only">: {marketText(item.market)}</span>
          </span>
        ) : null}
      </Td>
      <Td numeric wideOnly>
        {item.stock ?? <Unknown />}
      </Td>
      <Td numeric wideOnly className="text-ink-dim">
        <Age at={item.updated_at} />
      </Td>
    </TableRow>
  );
}
