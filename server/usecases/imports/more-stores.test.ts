import { beforeEach, describe, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { type Importer, openImporter } from "@/server/testing/importer";
import { startTestService } from "@/server/testing/service";

const service = duringTests(() => startTestService());
let own: Importer;
beforeEach(async () => {
  own = await openImporter(service);
});

const eur = (amount: string) => ({ amount, currency: "EUR" });

/** A simple product, one with variations and a variation, as a site in each language exports them. */
const TRANSLATED: Readonly<Record<string, string>> = {
  German:
    "ID,Typ,Artikelnummer,Name,Veröffentlicht,Lager,Regulärer Preis,Kategorien,Schlagwörter,Übergeordnetes Produkt,Attribut 1 Wert(e)",
  French:
    "ID,Type,UGS,Nom,Publié,Stock,Tarif régulier,Catégories,Étiquettes,Parent,Valeur(s) de l’attribut 1",
  Spanish:
    "ID,Tipo,SKU,Nombre,Publicado,Inventario,Precio normal,Categorías,Etiquetas,Superior,Valor(es) del atributo 1",
  Italian:
    "ID,Tipo,SKU,Nome,Pubblicato,Magazzino,Prezzo di listino,Categorie,Tag,Genitore,Attributo 1 valore(i)",
  Dutch: "ID,Type,SKU,Naam,Gepubliceerd,Voorraad,Reguliere prijs,Categorieën,Tags,Hoofd,Waarde eigenschap 1",
  Polish:
    "ID,Typ,SKU,Nazwa,Opublikowano,Stan magazynowy,Cena,Kategorie,Tagi,Element nadrzędny,Wartości atrybutu 1",
  Portuguese:
    "ID,Tipo,SKU,Nome,Publicado,Estoque,Preço normal,Categorias,Etiquetas,Ascendente,Valores do atributo 1",
  Russian:
    "ID,Тип,Артикул,Имя,Опубликован,Запасы,Базовая цена,Категории,Метки,Родительский,Значение(-я) аттрибута(-ов) 1",
  Swedish:
    "ID,Typ,Artikelnr,Namn,Publicerad,Lager,Ordinarie pris,Kategorier,Etiketter,Överordnad,Attribut 1 värde(n)",
  Danish:
    "ID,Type,Varenummer (SKU),Navn,Udgivet,Lager,Normalpris,Kategorier,Tags,Overordnet,Egenskab 1 værdi(er)",
};

describe("a product export of WooCommerce", () => {
  it.each(Object.entries(TRANSLATED))(
    "is read from a site in %s as from one in English",
    async (_, header) => {
      const report = await own.catalog([
        header,
        '1,simple,S-1,Bucket,1,12,"14,99",Garden,red,,',
        '2,variable,V-1,Apron,1,,,Kitchen,"cotton, blue",,"S, M"',
        '3,variation,V-1-S,,1,4,"25,00",,,V-1,S',
      ]);
      expect(report).toMatchObject({
        created: 2,
        refused: 0,
        notices: [],
        survey: { form: { id: "woocommerce" } },
      });
      expect(await own.shop.item("S-1")).toMatchObject({ title: "Bucket", price: eur("14.99"), stock: 12 });
      expect(await own.shop.item("V-1-S")).toMatchObject({
        title: "Apron, S",
        category: "Kitchen",
        tags: ["cotton", "blue"],
        price: eur("25.00"),
        stock: 4,
      });
    },
  );
});

describe("an inventory export of Shopify", () => {
  const header = "Handle,Title,Option1 Name,Option1 Value,SKU,HS Code,COO,Location,Available,On hand";

  it("sets the stock of items that exist, as the sum of their places, and creates none", async () => {
    await own.shop.upsert(
      { sku: "PAN", title: "Pan", stock: 1, price: eur("9.00") },
      { sku: "lid/Red", title: "Lid" },
    );
    const report = await own.catalog([
      header,
      "pan,Pan,Title,Default Title,PAN,,,Berlin,7,9",
      "pan,Pan,Title,Default Title,PAN,,,Paris,5,5",
      "pan,Pan,Title,Default Title,PAN,,,Rome,not stocked,not stocked",
      "lid,Lid,Colour,Red,,,,Berlin,-2,0",
      "pot,Pot,Title,Default Title,POT,,,Berlin,3,3",
    ]);
    expect(report).toMatchObject({ created: 0, skipped: 1, survey: { form: { id: "shopify_inventory" } } });
    expect(report.notices).toEqual([
      expect.stringMatching(/^1 row is left out because the catalog has no item/),
    ]);
    expect(await own.shop.item("PAN")).toMatchObject({ stock: 12, title: "Pan", price: eur("9.00") });
    expect(await own.shop.item("lid/Red")).toMatchObject({ stock: -2 });
    expect(await own.shop.count()).toBe(2);
  });
});

describe("a product export of Magento", () => {
  it("is read by its types and its own store, with four decimals", async () => {
    const report = await own.catalog([
      "sku,store_view_code,attribute_set_code,product_type,categories,name,product_online,price,special_price,cost,msrp_price,qty",
      'M1,,Default,simple,"Default Category/Garden/Pots,Default Category/Sale",Pot,1,39.9900,29.9900,12.5000,45.0000,100.0000',
      "M1,de,Default,simple,,Topf,,,,,,",
      "M2,,Default,virtual,Default Category,Warranty,2,10.0000,,0.0000,,0.0000",
      "M3,,Default,configurable,,Shirt,1,,,,,0.0000",
      "M4,,Default,bundle,,Set,1,,,,,",
      "M5,,Default,giftcard,,Voucher,1,,,,,",
    ]);
    expect(report).toMatchObject({ created: 2, skipped: 4, refused: 0, survey: { form: { id: "magento" } } });
    expect(await own.shop.item("M1")).toMatchObject({
      title: "Pot",
      category: "Garden > Pots",
      state: "active",
      stock: 100,
      price: eur("39.99"),
      cost: eur("12.50"),
      msrp: eur("45.00"),
    });
    expect(await own.shop.item("M2")).toMatchObject({ state: "disabled", cost: null, stock: 0 });
    expect(report.notices.join("\n")).toMatch(
      /store view.*\n.*left out because of their type.*configurable "M3"/,
    );
  });
});

describe("a product list of PrestaShop", () => {
  it("is read with its price that includes tax", async () => {
    const report = await own.catalog([
      "Product ID;Image;Name;Reference;Category;Price (tax excl.);Price (tax incl.);Quantity;Status;Position",
      "1;x.jpg;Cushion;CU-1;Home;10.000000;11.900000;7;1;1",
      "2;y.jpg;Rug;RU-1;Home;20.000000;23.800000;0;0;2",
    ]);
    expect(report).toMatchObject({ created: 2, survey: { form: { id: "prestashop" } } });
    expect(await own.shop.item("CU-1")).toMatchObject({
      title: "Cushion",
      category: "Home",
      price: eur("11.90"),
      stock: 7,
      state: "active",
    });
    expect(await own.shop.item("RU-1")).toMatchObject({ price: eur("23.80"), state: "disabled" });
  });

  it("says so when no price includes tax, and is read by a mapping", async () => {
    const lines = [
      "Product ID;Active (0/1);Name *;Categories (x,y,z...);Price tax excluded;Wholesale price;Reference #;Manufacturer;EAN13;Quantity",
      "1;1;Cushion;Home,Soft;10.000000;4.500000;CU-1;Acme;4006270000012;7",
    ];
    const report = await own.catalog(lines);
    expect(report.notices).toEqual([
      'No price is read, because "Price tax excluded" is without tax. Map it to the price where your prices are without VAT.',
      '"EAN13" is not read and may hold the gtin: map it.',
    ]);
    expect(await own.shop.item("CU-1")).toMatchObject({
      brand: "Acme",
      category: "Home",
      price: null,
      cost: eur("4.50"),
      stock: 7,
    });
    await own.catalog(lines, { map: { price: "Price tax excluded" } });
    expect(await own.shop.item("CU-1")).toMatchObject({ price: eur("10.00") });
  });
});

describe("a product export of Medusa", () => {
  it("says that no price is for everybody when it has prices of regions only", async () => {
    const report = await own.catalog([
      "Product Handle,Product Title,Product Status,Variant Title,Variant Sku,Variant Price North [EUR],Variant Price USD,Variant Option 1 Name,Variant Option 1 Value",
      "jug,Jug,published,Default,J-1,13.99,16.99,Default option,Default option value",
    ]);
    expect(report.notices).toEqual([
      'No column holds EUR prices for everybody: "Variant Price North [EUR]" is of a region. Map the one whose prices are yours to the price.',
    ]);
    expect(await own.shop.item("J-1")).toMatchObject({ title: "Jug", price: null });
  });
});

describe("a product export of Shopify", () => {
  it("loses the apostrophe before numbers, and the one before formulas", async () => {
    const report = await own.catalog(
      [
        "Handle,Title,Variant SKU,Variant Price,Variant Barcode",
        "hat,'+Hat,'0017,9.90,'4006381333931",
        "cap,Cap,'-7,9.90,",
      ],
      { map: { gtin: "Variant Barcode" } },
    );
    expect(report).toMatchObject({ created: 2 });
    expect(await own.shop.item("0017")).toMatchObject({ title: "+Hat", gtin: "4006381333931" });
    expect(await own.shop.item("-7")).toMatchObject({ title: "Cap" });
  });
});
