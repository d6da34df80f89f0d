/**
 * Returns with how many units an item counts where money is summed: the stock on hand, none where more are sold than
 * there are, and one where the stock is unknown.
 */
export const unitsOf = (stock: number | null): bigint => BigInt(Math.max(0, stock ?? 1));
