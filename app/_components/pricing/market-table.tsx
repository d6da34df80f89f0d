import { clsx } from "clsx";
import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { Age } from "./age";
import type { WireMoney, WireTime } from "./contract-types";
import { DeliveryText } from "./delivery-text";
import { Price } from "./price";

export type MarketObservation = {
  id: string;
  seller: string;
  price: WireMoney;
  observed_at: WireTime;
  in_stock?: boolean | null;
  /** What delivery costs beside the price; null where it is unknown. */
  shipping?: WireMoney | null;
  /** What the own price is compared with, where that is another amount. */
  compared?: WireMoney;
  url?: string | null;
  /** Why the price was not used, in a shopkeeper's words; null if it was used. */
  refused: string | null;
};

/** The observations of the market: first the prices used, then the rejected ones with the reason. */
export function MarketTable(props: {
  observations: readonly MarketObservation[];
  /** The currency of our price; a price in another currency shows its code. */
  currency: string;
  /** Renders the actions for one observation. */
  action?: (seen: MarketObservation) => ReactNode;
  className?: string;
}) {
  const used = props.observations.filter((seen) => seen.refused === null);
  const refused = props.observations.filter((seen) => seen.refused !== null);
  if (props.observations.length === 0) {
    return (
      <p className={clsx("text-ink-dim", props.className)}>No competitor price is known for this item.</p>
    );
  }
  return (
    <table className={clsx("w-full border-collapse", props.className)}>
      <caption className="sr-only">Competitor prices</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Seller</th>
          <th scope="col">Price</th>
          <th scope="col">Seen</th>
          {props.action ? <th scope="col">Actions</th> : null}
        </tr>
      </thead>
      <tbody>
        {[...used, ...refused].map((seen) => (
          <tr
            key={seen.id}
            className={clsx("border-t border-line-soft", seen.refused !== null && "text-ink-dim")}
          >
            <td className="py-1.5 wrap-anywhere">
              <Seller seen={seen} />
            </td>
            <td className="num py-1.5 pl-4 text-right whitespace-nowrap">
              <Price money={seen.price} currency={seen.price.currency === props.currency ? "none" : "code"} />
              <Delivery seen={seen} />
            </td>
            <td className="w-14 py-1.5 pl-3 text-right whitespace-nowrap text-ink-dim">
              <Age at={seen.observed_at} />
            </td>
            {props.action ? <td className="w-9 py-0.5 pl-1 text-right">{props.action(seen)}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Delivery({ seen: { price, shipping, compared } }: { seen: MarketObservation }) {
  return (
    <>
      {shipping ? (
        <span className="block text-xs text-ink-dim">
          <DeliveryText shipping={shipping} />
        </span>
      ) : null}
      {compared && compared.amount !== price.amount ? (
        <span className="block text-xs text-ink-dim">
          counts as <Price money={compared} currency="none" />
        </span>
      ) : null}
    </>
  );
}

function Seller({ seen }: { seen: MarketObservation }) {
  const href = webAddress(seen.url);
  return (
    <>
      {href ? (
        <a
          href={href}
          target="_blank"
          rel="noreferrer nofollow"
          className="inline-flex items-center max-md:-my-3 max-md:py-3 gap-1 decoration-control underline-offset-4 hover:underline"
        >
          {seen.seller}
          <ExternalLink aria-hidden className="size-3 text-ink-dim" />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      ) : (
        seen.seller
      )}
      {seen.in_stock === false && seen.refused === null ? (
        <span className="block text-xs text-ink-dim">sold out</span>
      ) : null}
      {seen.refused === null ? null : <span className="block text-xs">refused: {seen.refused}</span>}
    </>
  );
}

/**
 * Returns the address if it is a web page. Addresses come from pushed data, so scripts and files never become links.
 */
function webAddress(url: string | null | undefined): string | null {
  if (!url || !URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  return protocol === "https:" || protocol === "http:" ? href : null;
}
