/** [product, brand, category, tags, option, { value: price in cents }]; every shop has its odd ones. */
const products = [
  [
    "Ridge Kettle",
    "Halden",
    "Kitchen",
    ["steel", "induction"],
    "Volume",
    { "1.0 l": 3490, "1.7 l": 4290, "2.5 l": 5190 },
  ],
  ["Ember Moka Pot", "Halden", "Kitchen", ["coffee"], "Cups", { 3: 2490, 6: 3190, 9: 3890 }],
  ["Fold Pour-Over", "Halden", "Kitchen", ["coffee", "travel"], "Size", { One: 1990, Two: 2490 }],
  ["Drum Coffee Grinder", "Kvarn", "Kitchen", ["coffee"], "Finish", { Black: 8990, Walnut: 10490 }],
  ["Pocket Coffee Grinder", "Kvarn", "Kitchen", ["coffee", "travel"], "Finish", { Steel: 6490 }],
  [
    "Slate Chef's Knife",
    "Odde",
    "Kitchen",
    ["knives"],
    "Blade",
    { "18 cm": 7990, "21 cm": 8990, "24 cm": 10990 },
  ],
  ["Slate Paring Knife", "Odde", "Kitchen", ["knives"], "Blade", { "8 cm": 3490, "10 cm": 3790 }],
  ["Slate Bread Knife", "Odde", "Kitchen", ["knives"], "Blade", { "26 cm": 8490 }],
  ["Whetstone", "Odde", "Kitchen", ["knives", "care"], "Grit", { 1000: 2990, 3000: 3990, 6000: 5490 }],
  [
    "Bay Casserole",
    "Halden",
    "Kitchen",
    ["cast iron", "induction"],
    "Volume",
    { "3.2 l": 11900, "4.7 l": 14900, "6.1 l": 17900 },
  ],
  [
    "Bay Frying Pan",
    "Halden",
    "Kitchen",
    ["cast iron", "induction"],
    "Diameter",
    { "20 cm": 4990, "24 cm": 5990, "28 cm": 6990 },
  ],
  ["Linen Apron", "Væv", "Kitchen", ["linen"], "Colour", { Natural: 3990, Ink: 3990, Moss: 3990 }],
  ["Linen Tea Towel", "Væv", "Kitchen", ["linen"], "Pack", { One: 1290, Three: 3290 }],
  [
    "Birch Cutting Board",
    "Lund & Lee",
    "Kitchen",
    ["wood"],
    "Size",
    { Small: 2790, Medium: 3990, Large: 5490 },
  ],
  ["Oil for Boards", "Lund & Lee", "Kitchen", ["wood", "care"], "Volume", { "100 ml": 890, "500 ml": 2490 }],
  ["Trail Lantern", "Nordlys", "Outdoor", ["light", "camping"], "Battery", { AA: 3990, Rechargeable: 5990 }],
  [
    "Summit Headlamp",
    "Nordlys",
    "Outdoor",
    ["light", "running"],
    "Output",
    { "250 lm": 3490, "500 lm": 5990, "900 lm": 8990 },
  ],
  ["Bike Light Pair", "Nordlys", "Outdoor", ["light", "cycling"], "Set", { City: 3290, Road: 6490 }],
  [
    "Dry Bag",
    "Vandre",
    "Outdoor",
    ["paddling", "camping"],
    "Volume",
    { "5 l": 1490, "13 l": 1990, "35 l": 3290 },
  ],
  [
    "Rolltop Backpack",
    "Vandre",
    "Outdoor",
    ["cycling", "travel"],
    "Colour",
    { Black: 11990, Rust: 11990, Sand: 11990 },
  ],
  ["Day Pack 22", "Vandre", "Outdoor", ["hiking", "travel"], "Colour", { Black: 7990, Fern: 7990 }],
  ["Ultralight Tarp", "Vandre", "Outdoor", ["camping"], "Size", { "3 × 3 m": 12990, "4 × 3 m": 15990 }],
  ["Two-Person Tent", "Vandre", "Outdoor", ["camping", "hiking"], "Season", { Three: 34900, Four: 49900 }],
  [
    "Down Quilt",
    "Eider",
    "Outdoor",
    ["camping", "down"],
    "Comfort",
    { "5 °C": 22900, "0 °C": 27900, "-8 °C": 35900 },
  ],
  ["Inflating Mat", "Eider", "Outdoor", ["camping"], "Length", { Regular: 11900, Long: 13900 }],
  ["Camp Pillow", "Eider", "Outdoor", ["camping", "travel"], "Filling", { Down: 4490, Foam: 2990 }],
  [
    "Spirit Stove",
    "Halden",
    "Outdoor",
    ["camping", "cooking"],
    "Set",
    { Stove: 4990, "Stove and pot": 7990 },
  ],
  [
    "Titanium Mug",
    "Halden",
    "Outdoor",
    ["camping", "titanium"],
    "Volume",
    { "450 ml": 3490, "600 ml": 3990 },
  ],
  [
    "Insulated Bottle",
    "Kilde",
    "Outdoor",
    ["hiking", "travel"],
    "Volume",
    { "0.5 l": 2490, "0.75 l": 2990, "1.0 l": 3490 },
  ],
  ["Insulated Food Jar", "Kilde", "Outdoor", ["hiking"], "Volume", { "0.4 l": 2790, "0.7 l": 3290 }],
  [
    "Water Filter",
    "Kilde",
    "Outdoor",
    ["hiking", "camping"],
    "Set",
    { Filter: 4490, "Spare cartridge": 2490 },
  ],
  ["Wool Blanket", "Væv", "Home", ["wool"], "Colour", { Ash: 12900, Ochre: 12900, Pine: 12900 }],
  ["Wool Throw", "Væv", "Home", ["wool"], "Colour", { Ash: 7900, Ochre: 7900 }],
  [
    "Linen Sheet Set",
    "Væv",
    "Home",
    ["linen", "bedroom"],
    "Size",
    { Single: 14900, Double: 19900, King: 23900 },
  ],
  ["Down Pillow", "Eider", "Home", ["down", "bedroom"], "Firmness", { Soft: 8900, Medium: 8900, Firm: 8900 }],
  [
    "Down Duvet",
    "Eider",
    "Home",
    ["down", "bedroom"],
    "Warmth",
    { Summer: 19900, "All year": 24900, Winter: 29900 },
  ],
  ["Desk Lamp Arc", "Nordlys", "Home", ["light", "office"], "Colour", { White: 8990, Black: 8990 }],
  ["Floor Lamp Arc", "Nordlys", "Home", ["light"], "Colour", { White: 17900, Black: 17900 }],
  ["Warm Bulb", "Nordlys", "Home", ["light"], "Socket", { E14: 590, E27: 590, GU10: 690 }],
  ["Oak Stool", "Lund & Lee", "Home", ["wood", "furniture"], "Finish", { Oiled: 14900, Soaped: 14900 }],
  [
    "Oak Wall Shelf",
    "Lund & Lee",
    "Home",
    ["wood", "furniture"],
    "Width",
    { "60 cm": 6900, "90 cm": 8900, "120 cm": 10900 },
  ],
  ["Coat Peg Rail", "Lund & Lee", "Home", ["wood"], "Pegs", { 3: 3900, 5: 4900 }],
  ["Beeswax Candle", "Bivoks", "Home", ["candles"], "Pack", { Two: 1190, Six: 2990, Twelve: 5490 }],
  ["Scented Candle", "Bivoks", "Home", ["candles"], "Scent", { Fir: 2490, Fig: 2490, Smoke: 2490 }],
  ["Hand Soap", "Bivoks", "Home", ["care"], "Volume", { "250 ml": 990, "500 ml": 1590 }],
  ["Leather Balm", "Bivoks", "Home", ["care"], "Volume", { "75 ml": 1290, "200 ml": 2690 }],
  ["Grid Notebook", "Blad", "Office", ["paper"], "Size", { A6: 690, A5: 990, A4: 1490 }],
  ["Brass Pen", "Blad", "Office", ["writing"], "Refill", { Ballpoint: 3990, Gel: 3990, Fountain: 6990 }],
  ["Ink Bottle", "Blad", "Office", ["writing"], "Colour", { Blue: 1190, Black: 1190, Green: 1190 }],
  ["Felt Desk Mat", "Væv", "Office", ["wool", "office"], "Size", { Medium: 4490, Large: 5990 }],
];

const slugOf = (text) =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
const initials = (text) =>
  slugOf(text)
    .split("-")
    .map((word) => word.slice(0, 3))
    .join("")
    .toUpperCase();

/** A share that differs by product and stays the same for ever: nothing in the seed is left to chance. */
const spread = (index, from, to) => from + ((index * 37) % 100) * ((to - from) / 100);

/** Every variant of the store, amounts in cents; every 17th has no known cost, every 5th a compare-at price. */
export const variants = products.flatMap(([name, brand, category, tags, option, values], p) =>
  Object.entries(values).map(([value, price], v) => {
    const index = p * 3 + v;
    return {
      sku: `${initials(name)}-${String(p + 1).padStart(2, "0")}${v + 1}`,
      product: { name, slug: slugOf(name), brand, category, tags, option, first: v === 0 },
      value,
      price,
      cost: index % 17 === 5 ? null : Math.round(price * spread(index, 0.45, 0.78)),
      compareAt: index % 5 === 0 ? Math.round(price * 1.2) : null,
      stock: 1 + ((index * 53) % 140),
      tax: category === "Office" ? "reduced" : "standard",
    };
  }),
);

const quote = (cell) => `"${String(cell).replaceAll('"', '""')}"`;

/** The catalog in Vendure's import format, whose prices are in major units. */
export function toCsv() {
  const header =
    "name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets";
  const rows = variants.map(({ sku, product, value, price, stock, tax }) => {
    const facets = [
      `brand:${product.brand}`,
      `category:${product.category}`,
      ...product.tags.map((t) => `range:${t}`),
    ];
    const head = product.first
      ? [
          product.name,
          product.slug,
          `${product.name} by ${product.brand}.`,
          "",
          facets.join("|"),
          product.option,
        ]
      : ["", "", "", "", "", ""];
    return [...head, value, sku, (price / 100).toFixed(2), tax, stock, "true", "", ""].map(quote).join(",");
  });
  return `${[header, ...rows].join("\n")}\n`;
}
