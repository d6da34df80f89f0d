import type { ItemPatch } from "@/server/domain/items/item-patch";

/** What is the matter with an item of the sample shop: one thing at most, so that each shows on its own. */
export type SampleStory =
  | "in line"
  | "below the market"
  | "above the market"
  | "cost unknown"
  | "cost stale"
  | "hardly observed"
  | "below cost"
  | "below advertised minimum"
  | "cost risen"
  | "floor binds";

export interface SampleItem {
  readonly sku: string;
  readonly title: string;
  readonly brand: string;
  readonly category: string;
  readonly tags: readonly string[];
  /** Cents, as all amounts here. */
  readonly price: bigint;
  /** What it cost when the shop began; null where nobody knows. */
  readonly cost: bigint | null;
  /** What it costs now. */
  readonly costNow: bigint | null;
  readonly mapPrice: bigint | null;
  readonly minPrice: bigint | null;
  readonly maxPrice: bigint | null;
  readonly stock: number;
  readonly story: SampleStory;
}

interface Line {
  readonly code: string;
  readonly category: string;
  readonly brand: string;
  readonly tags: readonly string[];
  /** Price of the cheapest model and the step to the next, whole euros. */
  readonly from: number;
  readonly step: number;
  readonly models: readonly string[];
  readonly variants: readonly string[];
}

const SIZES = ["S", "M", "L", "XL"];
const LINES: readonly Line[] = [
  {
    code: "JKT",
    category: "Jackets",
    brand: "Alpenladen",
    tags: ["clothing", "autumn"],
    from: 79,
    step: 30,
    variants: SIZES,
    models: ["Drizzle shell", "Ridge fleece", "Trail wind jacket", "Hut down vest", "Storm parka"],
  },
  {
    code: "PNT",
    category: "Trousers",
    brand: "Alpenladen",
    tags: ["clothing"],
    from: 49,
    step: 12,
    variants: SIZES,
    models: ["Scree trousers", "Zip-off trousers", "Rain trousers", "Warm tights", "Boulder shorts"],
  },
  {
    code: "BOT",
    category: "Boots",
    brand: "Steinweg",
    tags: ["footwear", "autumn"],
    from: 99,
    step: 25,
    variants: ["39", "41", "43", "45"],
    models: ["Path low", "Path mid", "Glacier mid", "Col leather", "Winter tread"],
  },
  {
    code: "BPK",
    category: "Backpacks",
    brand: "Tragwerk",
    tags: ["packs"],
    from: 59,
    step: 28,
    variants: ["moss", "slate", "rust", "sand"],
    models: ["Daypack 18 l", "Daypack 26 l", "Hut pack 36 l", "Trek pack 50 l", "Trek pack 65 l"],
  },
  {
    code: "TNT",
    category: "Tents",
    brand: "Norrvik",
    tags: ["camping", "bulky"],
    from: 149,
    step: 70,
    variants: ["green", "grey", "orange", "sand"],
    models: ["Solo bivvy", "Ridge tent 2", "Dome tent 3", "Tunnel tent 4", "Base tent 6"],
  },
  {
    code: "SLP",
    category: "Sleeping bags",
    brand: "Norrvik",
    tags: ["camping"],
    from: 69,
    step: 40,
    variants: ["regular, left", "regular, right", "long, left", "long, right"],
    models: ["Summer 12°", "Three-season 4°", "Autumn 0°", "Down −5°", "Winter −15°"],
  },
  {
    code: "STV",
    category: "Cooking",
    brand: "Kesselhaus",
    tags: ["camping", "kitchen"],
    from: 19,
    step: 14,
    variants: ["steel", "titanium", "black", "set"],
    models: ["Camp mug", "Pot 1.2 l", "Pan 22 cm", "Gas stove", "Windproof stove"],
  },
  {
    code: "LMP",
    category: "Lamps",
    brand: "Irrlicht",
    tags: ["electronics", "camping"],
    from: 24,
    step: 13,
    variants: ["black", "yellow", "red", "mint"],
    models: ["Clip lamp", "Head torch 200", "Head torch 450", "Tent lantern", "Bike lamp"],
  },
  {
    code: "BTL",
    category: "Bottles",
    brand: "Quellgut",
    tags: ["kitchen", "small"],
    from: 14,
    step: 6,
    variants: ["clear", "moss", "slate", "rust"],
    models: ["Bottle 0.5 l", "Bottle 0.75 l", "Flask 0.5 l", "Flask 1 l", "Food jar"],
  },
  {
    code: "SCK",
    category: "Socks",
    brand: "Wollwerk",
    tags: ["clothing", "small"],
    from: 11,
    step: 4,
    variants: SIZES,
    models: ["Liner sock", "Trail sock", "Merino sock", "Ski sock", "Hut slipper"],
  },
];

const STORIES: readonly (readonly [every: number, rest: number, story: SampleStory])[] = [
  [40, 5, "cost unknown"],
  [40, 15, "cost stale"],
  [40, 26, "hardly observed"],
  [50, 11, "below cost"],
  [50, 21, "below advertised minimum"],
  [50, 31, "cost risen"],
  [50, 42, "floor binds"],
  [9, 4, "below the market"],
  [11, 8, "above the market"],
];

const storyOf = (index: number): SampleStory =>
  STORIES.find(([every, rest]) => index % every === rest)?.[2] ?? "in line";

const percent = (amount: bigint, of: number): bigint => (amount * BigInt(of)) / 100n;

/** The 200 items of the sample shop, always the same. */
export const SAMPLE_ITEMS: readonly SampleItem[] = LINES.flatMap((line, l) =>
  line.models.flatMap((model, m) =>
    line.variants.map((variant, v) => itemOf(line, model, variant, { m, v, index: l * 20 + m * 4 + v })),
  ),
);

function itemOf(
  line: Line,
  model: string,
  variant: string,
  { m, v, index }: { m: number; v: number; index: number },
): SampleItem {
  const { code, category, brand, tags, from, step } = line;
  const story = storyOf(index);
  const price = BigInt((from + m * step + v) * 100 - 1);
  const usual = percent(price, 54 + ((index * 7) % 16));
  const cost = story === "cost unknown" ? null : story === "below cost" ? percent(price, 95) : usual;
  const risen = story === "below cost" ? percent(price, 106) : percent(price, 82);
  return {
    sku: `${code}-${m + 1}${v + 1}`,
    title: `${model}, ${variant}`,
    brand,
    category,
    tags: index % 13 === 0 ? [...tags, "bestseller"] : tags,
    price,
    cost,
    costNow: ["below cost", "cost risen", "floor binds"].includes(story) ? risen : cost,
    mapPrice: story === "below advertised minimum" ? percent(price, 108) : null,
    minPrice: index % 17 === 0 ? percent(price, 85) : null,
    maxPrice: index % 17 === 0 ? percent(price, 130) : null,
    stock: (index * 37) % 90,
    story,
  };
}

/**
 * A sample item as a row of the catalog.
 * @param cost minor units; null if unknown
 * @param currency of all its amounts
 */
export const patchOf = (item: SampleItem, cost: bigint | null, currency = "EUR"): ItemPatch => ({
  sku: item.sku,
  title: item.title,
  brand: item.brand,
  category: item.category,
  tags: item.tags,
  currency,
  price: item.price,
  cost,
  mapPrice: item.mapPrice,
  minPrice: item.minPrice,
  maxPrice: item.maxPrice,
  stock: item.stock,
});
