/** Returns an amount as it is sent: a decimal comma as it is typed becomes a point. */
export const typedAmount = (text: string): string => text.trim().replace(",", ".");
