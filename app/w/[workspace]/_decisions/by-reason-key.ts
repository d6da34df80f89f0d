/** The key of the lists of recommendations that are ordered by reason and money. */
export const BY_REASON_KEY = ["recommendations-by-reason"] as const;
