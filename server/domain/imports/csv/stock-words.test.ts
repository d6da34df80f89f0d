import { expect, it } from "vitest";
import { stockOf } from "./stock-words";

it.each([
  ...["true", "1", "Yes", "ja", "In Stock", "in_stock", "InStock", "https://schema.org/InStock", "available"],
  ...[
    "auf Lager",
    "Sofort lieferbar",
    "VERFÜGBAR",
    "oui",
    "En stock",
    "sí",
    "Disponible",
    "sì",
    "disponibile",
  ],
  ...["op voorraad", "http://schema.org/LimitedAvailability"],
])("%s is in stock", (word) => {
  expect(stockOf(word)).toBe(true);
});

it.each([
  ...[
    "false",
    "0",
    "no",
    "nein",
    "out of stock",
    "out_of_stock",
    "OutOfStock",
    "https://schema.org/OutOfStock",
  ],
  ...["nicht auf Lager", "Ausverkauft", "rupture de stock", "épuisé", "agotado", "sin stock", "esaurito"],
  ...["non disponibile", "uitverkocht", "nee", "preorder", "https://schema.org/BackOrder", "SoldOut"],
])("%s is not", (word) => {
  expect(stockOf(word)).toBe(false);
});

it.each(["", "perhaps", "3", "constructor", "stock"])("%j says nothing", (word) => {
  expect(stockOf(word)).toBeUndefined();
});
