import { describe, expect, it } from "vitest";
import { bindColumns, repeatedNames } from "./binding";
import { catalogForm } from "./catalog-forms";
import { observationForm } from "./observation-format";

const bind = (names: string[], map = {}, currency = "EUR", pricesIncludeVat = false) =>
  Object.fromEntries(
    bindColumns(names, catalogForm(names, currency, "auto"), map, { currency, pricesIncludeVat }),
  );
const formOf = (names: string) => catalogForm(names.split(","), "EUR", "auto").id;

describe("the columns of a merchant's file", () => {
  it("are found in any capitals and in several languages", () => {
    expect(bind(["SKU", "Title", "MIN PRICE", "Compare-At Price"])).toEqual({
      sku: "SKU",
      title: "Title",
      min_price: "MIN PRICE",
      compare_at_price: "Compare-At Price",
    });
    expect(bind(["Artikel-Nr.", "Bezeichnung", "EK netto", "VK", "Währung", "Lagerbestand"])).toEqual({
      sku: "Artikel-Nr.",
      title: "Bezeichnung",
      cost: "EK netto",
      price: "VK",
      currency: "Währung",
      stock: "Lagerbestand",
    });
    expect(bind(["Référence article", "Désignation", "Prix d’achat HT", "PRIX DE VENTE"])).toEqual({
      sku: "Référence article",
      title: "Désignation",
      cost: "Prix d’achat HT",
      price: "PRIX DE VENTE",
    });
    const seen = ["sku", "Wettbewerber", "Preis", "Währung", "Zeitpunkt", "verfügbar"];
    expect(
      Object.fromEntries(
        bindColumns(seen, observationForm(seen), {}, { currency: "EUR", pricesIncludeVat: false }),
      ),
    ).toEqual({
      sku: "sku",
      seller: "Wettbewerber",
      price: "Preis",
      currency: "Währung",
      observed_at: "Zeitpunkt",
      in_stock: "verfügbar",
    });
  });

  it("are a price with VAT only where the workspace's prices include it, and never one without", () => {
    for (const name of ["VK brutto", "Verkaufspreis brutto", "VK inkl. MwSt.", "VK brutto (EUR)"]) {
      expect(bind(["sku", name, "EK netto"], {}, "EUR", true)).toEqual({
        sku: "sku",
        price: name,
        cost: "EK netto",
      });
      expect(bind(["sku", name])).toEqual({ sku: "sku" });
    }
    expect(bind(["sku", "VK netto"], {}, "EUR", true)).toEqual({ sku: "sku" });
    expect(bind(["sku", "VK", "VK brutto"], {}, "EUR", true)).toEqual({ sku: "sku" });
  });

  it("are left to a person where two could be meant, or what one means is not certain", () => {
    expect(bind(["sku", "EK netto", "Einkaufspreis"])).toEqual({ sku: "sku" });
    expect(bind(["sku", "cost", "EK netto"])).toEqual({ sku: "sku", cost: "cost" });
    expect(bind(["sku", "EK brutto", "EAN", "Menge", "quantity"])).toEqual({ sku: "sku" });
  });

  it("are left to a person where they name another currency, one of several, or percent", () => {
    for (const name of [
      "Price ($)",
      "Cost (£)",
      "Cost (USD)",
      "Cost USD",
      "EK %",
      "VK ‰",
      "Preis ￥",
      "Price [$]",
    ])
      expect(bind(["sku", name])).toEqual({ sku: "sku" });
    expect(bind(["sku", "Price ($)"], {}, "USD")).toEqual({ sku: "sku" });
    expect(bind(["sku", "Cost ($)"], { cost: "Cost ($)" })).toEqual({ sku: "sku", cost: "Cost ($)" });
    expect(bind(["Handle", "Title", "Variant Price", "Cost per item ($)"])).not.toHaveProperty(
      "Cost per item",
    );
  });

  it("are found with the shop's own currency, unless a column of currencies could contradict it", () => {
    expect(bind(["sku", "Price €", "EK (EUR)"])).toEqual({ sku: "sku", price: "Price €", cost: "EK (EUR)" });
    expect(bind(["sku", "Price (£)"], {}, "GBP")).toEqual({ sku: "sku", price: "Price (£)" });
    expect(bind(["sku", "Price €", "Price ($)"])).toEqual({ sku: "sku", price: "Price €" });
    expect(bind(["sku", "Stock €"])).toEqual({ sku: "sku" });
    expect(bind(["sku", "Price €", "Währung"])).toEqual({ sku: "sku", currency: "Währung" });
    expect(bind(["sku", "Price €", "W."], { currency: "W." })).toEqual({ sku: "sku", currency: "W." });
  });

  it("are the ones a person chose, or none", () => {
    expect(bind(["sku", "price", "EK brutto"], { cost: "ek BRUTTO", price: "" })).toEqual({
      sku: "sku",
      cost: "EK brutto",
    });
  });

  it("are named when they are read and stand twice", () => {
    const names = ["sku", "Price", "price", "note", "note"];
    const form = catalogForm(names, "EUR", "auto");
    expect(
      repeatedNames(names, bindColumns(names, form, {}, { currency: "EUR", pricesIncludeVat: false })),
    ).toEqual(["price"]);
  });
});

describe("a catalog file's form", () => {
  it("is recognised by its header", () => {
    expect(formOf("Handle,Title,Vendor,Variant SKU,Variant Price")).toBe("shopify");
    expect(formOf("Title,URL handle,Vendor,SKU,Option1 value,Price,Cost per item")).toBe("shopify");
    expect(formOf("ID,Type,SKU,Name,Published,Stock,Sale price,Regular price,Parent")).toBe("woocommerce");
    expect(formOf("Product Id,Product Handle,Product Title,Variant Sku,Variant Price EUR")).toBe("medusa");
    expect(formOf("name,slug,facets,optionGroups,optionValues,sku,price,stockOnHand")).toBe("vendure");
    expect(formOf("sku,title,price")).toBe("own");
    expect(formOf("Artikelnummer,Preis")).toBe("own");
  });
});
