import { isCurrency } from "@/server/domain/currency";
import { AmountError, type Money, parseAmount } from "@/server/domain/money";
import { FAULTS, REHEARSED_FAULTS } from "@/server/domain/rehearsals/faults";
import { checked } from "@/server/usecases/input";
import { operatorContext } from "@/server/usecases/operator-context";
import { editShopPrice } from "@/server/usecases/rehearsals/edit-price";
import { type Rehearsal, readRehearsal } from "@/server/usecases/rehearsals/read";
import { FaultToEnd, FaultToShow, switchOff, switchOn } from "@/server/usecases/rehearsals/switch";
import { command, flag, optional, required, UsageError } from "./command";
import { connectedStore } from "./connected-store";

const NAMES = FAULTS.join("|");

export const rehearsals = [
  command(
    "rehearsal show",
    "Lists what the connected sandbox store can do wrong on request, and what it met",
    { workspace: required("ID") },
    async ({ services }, { workspace }) => {
      const context = await operatorContext(services, workspace);
      return outputOf(await readRehearsal(context, (await connectedStore(context)).id));
    },
  ),
  command(
    "rehearsal start",
    "Makes the connected sandbox store fail: the next call, the next several, or with --until-ended all",
    {
      workspace: required("ID"),
      fault: required(NAMES),
      times: optional("1"),
      seconds: optional("15"),
      "until-ended": flag,
    },
    async ({ services }, { workspace, fault, times, seconds, "until-ended": untilEnded }) => {
      if (untilEnded && times !== undefined) throw new UsageError("Give --times or --until-ended, not both.");
      const context = await operatorContext(services, workspace);
      const { id } = await connectedStore(context);
      const request = {
        fault,
        times: untilEnded ? null : times && Number(times),
        seconds: seconds && Number(seconds),
      };
      return outputOf(await switchOn(context, id, checked(FaultToShow, request)));
    },
  ),
  command(
    "rehearsal end",
    "Lets the connected sandbox store work again; without --fault in every respect",
    { workspace: required("ID"), fault: optional(NAMES) },
    async ({ services }, { workspace, fault }) => {
      const context = await operatorContext(services, workspace);
      const { id } = await connectedStore(context);
      const ended = await switchOff(context, id, checked(FaultToEnd, { fault }));
      return ended === null ? { integration: id, changed: false } : { changed: true, ...outputOf(ended) };
    },
  ),
  command(
    "rehearsal edit-price",
    "Edits an item's price in the connected sandbox store as a person in the shop does",
    {
      workspace: required("ID"),
      sku: required("SKU"),
      price: required("19.99"),
      currency: required("EUR"),
      "sale-price": optional("17.99"),
      "compare-at-price": optional("24.99"),
    },
    async ({ services }, { workspace, sku, currency, ...given }) => {
      const edit = {
        sku,
        price: moneyOf(given.price, currency),
        salePrice: optionalMoney(given["sale-price"], currency),
        compareAtPrice: optionalMoney(given["compare-at-price"], currency),
      };
      const context = await operatorContext(services, workspace);
      const { id } = await connectedStore(context);
      await editShopPrice(context, id, edit);
      return { integration: id, sku, price: given.price, currency };
    },
    { reachesStores: true },
  ),
];

const outputOf = ({ integrationId, switches }: Rehearsal) => ({
  integration: integrationId,
  faults: switches.map((each) => ({ ...each, happens: REHEARSED_FAULTS[each.fault].happens })),
});

function moneyOf(amount: string, currency: string): Money {
  if (!isCurrency(currency)) throw new UsageError(`"${currency}" is not a currency we know.`);
  try {
    const minor = parseAmount(amount, currency);
    if (minor > 0n) return { minor, currency };
  } catch (error) {
    if (!(error instanceof AmountError)) throw error;
    throw new UsageError(error.message);
  }
  throw new UsageError("A price is above 0.");
}

const optionalMoney = (amount: string | undefined, currency: string): Money | null =>
  amount === undefined ? null : moneyOf(amount, currency);
