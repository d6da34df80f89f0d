import { z } from "zod";
import { isCurrency } from "@/server/domain/currency";
import { MAX_MINOR, parseAmount } from "@/server/domain/money";

/** The schema of an amount; `onZero` says why 0 is refused, and null accepts it. */
const moneyInput = (onZero: string | null) =>
  z
    .object({ amount: z.string().max(30), currency: z.string().max(3) })
    .transform(({ amount, currency }, context) => {
      const refuse = (path: string, message: string) => {
        context.addIssue({ code: "custom", path: [path], message });
        return z.NEVER;
      };
      if (!isCurrency(currency)) return refuse("currency", `"${currency}" is not a currency we know.`);
      try {
        const minor = parseAmount(amount, currency);
        if (minor > MAX_MINOR) return refuse("amount", "The amount is larger than any price.");
        return minor === 0n && onZero !== null ? refuse("amount", onZero) : { minor, currency };
      } catch (error) {
        return refuse("amount", error instanceof Error ? error.message : "This is not an amount.");
      }
    });

/** An amount above zero; null means unknown, 0 is invalid. */
export const PositiveMoney = moneyInput(
  "An amount of 0 is not accepted; leave it out or send null where it is unknown.",
);

/** An amount from zero on, such as what delivery costs. */
export const NonNegativeMoney = moneyInput(null);
