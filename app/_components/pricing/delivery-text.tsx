import type { WireMoney } from "./contract-types";
import { Price } from "./price";

/** What a seller takes for delivery: "+ 4.90 delivery", or "free delivery". */
export function DeliveryText({ shipping }: { shipping: WireMoney }) {
  if (!/[1-9]/.test(shipping.amount)) return "free delivery";
  return (
    <>
      + <Price money={shipping} currency="none" /> delivery
    </>
  );
}
