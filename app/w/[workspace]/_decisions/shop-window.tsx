"use client";

import type { ReactNode } from "react";
import { Age } from "@/app/_components/pricing/age";
import { Price } from "@/app/_components/pricing/price";
import { SaleLag } from "@/app/_components/pricing/sale-lag";
import { DetailSection } from "@/app/_components/shell/split-view";
import type { RecommendationDetail } from "./recommendation-detail";

/** The sale and the struck-through price that shoppers saw, and where that was read; nothing if there was neither. */
export function ShopWindow({ window }: { window: RecommendationDetail["evidence"]["shop_window"] }) {
  if (window === null || (window.sale === null && window.compare_at === null)) return null;
  const { sale, compare_at: compareAt, read_from: source } = window;
  return (
    <DetailSection title="What shoppers saw">
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        <Row name="Regular price">
          <Price money={window.regular_price} currency="none" />
        </Row>
        {sale ? (
          <Row name={<SaleName sale={sale} />}>
            <Price money={sale.price} currency="none" />
          </Row>
        ) : null}
        {compareAt ? (
          <Row name="Struck-through price">
            <Price money={compareAt} currency="none" />
          </Row>
        ) : null}
      </dl>
      {window.lag ? (
        <p className="mt-1 text-ink-soft first-letter:uppercase">
          <SaleLag lag={window.lag} />
        </p>
      ) : null}
      {source ? (
        <p className="mt-1 text-xs text-ink-dim">
          Read from the store ({source.kind})
          {source.synced_at ? (
            <>
              , last synced <Age at={source.synced_at} phrase />
            </>
          ) : null}
        </p>
      ) : null}
    </DetailSection>
  );
}

function Row({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="num text-right">{children}</dd>
    </>
  );
}

type Sale = NonNullable<NonNullable<RecommendationDetail["evidence"]["shop_window"]>["sale"]>;

function SaleName({ sale: { running, from, until } }: { sale: Sale }) {
  return (
    <>
      {running ? "Sale price" : "Sale price, not active then"}
      {from ? (
        <>
          , from <Age at={from} phrase />
        </>
      ) : null}
      {until ? (
        <>
          , until <Age at={until} phrase />
        </>
      ) : null}
    </>
  );
}
