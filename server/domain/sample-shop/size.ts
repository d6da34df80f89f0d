/** How many of the sample's items a new workspace takes: as many as show everything that can be the matter with one. */
export const SAMPLE_SHOP_ITEMS = 60;
