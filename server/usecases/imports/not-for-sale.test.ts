import { beforeEach, describe, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { type Importer, openImporter } from "@/server/testing/importer";
import { startTestService } from "@/server/testing/service";

const service = duringTests(() => startTestService());
let own: Importer;
beforeEach(async () => {
  own = await openImporter(service);
});

const stateOf = async (sku: string) => (await own.shop.item(sku))?.["state"];

describe("a product that a store's file says is not for sale", () => {
  it("is an item that is disabled, until a file says otherwise; gift cards are none", async () => {
    const header = "Handle,Title,Option1 Value,Variant SKU,Variant Price,Gift Card,Status";
    const report = await own.catalog([
      header,
      "vase,Vase,S,V-S,5.00,false,archived",
      "vase,,M,V-M,5.00,,",
      "bowl,Bowl,,BOWL,5.00,false,draft",
      "dish,Dish,,DISH,5.00,false,active",
      "card,Voucher,10,,10.00,true,active",
      "card,,25,,25.00,,",
    ]);
    expect(report).toMatchObject({ created: 4, skipped: 2, refused: 0 });
    expect(report.notices).toContain(
      '2 gift cards are left out: the worth of one is no price, such as "Voucher" in row 6.',
    );
    for (const sku of ["V-S", "V-M", "BOWL"]) expect(await stateOf(sku)).toBe("disabled");
    expect(await stateOf("DISH")).toBe("active");
    await own.catalog([header, "bowl,Bowl,,BOWL,5.00,false,active"]);
    expect(await stateOf("BOWL")).toBe("active");
    await own.catalog(["Handle,Title,Variant SKU,Variant Price", "vase,Vase,V-S,6.00"]);
    expect(await stateOf("V-S")).toBe("disabled");
  });

  it("is a draft or private in WooCommerce, and so are the variations of such a product", async () => {
    await own.catalog([
      "ID,Type,SKU,Name,Published,Regular price,Parent",
      "1,simple,A,Draft,0,5,",
      "2,simple,B,Private,-1,5,",
      "3,simple,C,Sold,1,5,",
      "4,variable,D,Hidden,0,,",
      "5,variation,D-1,Hidden - S,1,5,id:4",
      "6,variation,C-1,Sold - S,1,5,C",
    ]);
    expect(await Promise.all(["A", "B", "C", "D-1", "C-1"].map(stateOf))).toEqual([
      ...["disabled", "disabled", "active", "disabled", "active"],
    ]);
  });

  it("is one whose switch is off in Magento, as programs write it too, and an unknown word switches nothing", async () => {
    await own.catalog([
      "sku,product_type,name,price,product_online,attribute_set_code,store_view_code",
      "ON,simple,On,5,1.0,Default,",
      "OFF,simple,Off,5,0.0,Default,",
      "YES,simple,Yes,5,Yes,Default,",
      "ODD,simple,Odd,5,vielleicht,Default,",
    ]);
    expect(await Promise.all(["ON", "OFF", "YES", "ODD"].map(stateOf))).toEqual([
      ...["active", "disabled", "active", "active"],
    ]);
  });

  it("is one that is not published in Medusa", async () => {
    await own.catalog([
      "Product Handle,Product Title,Product Status,Product Is Giftcard,Variant Sku,Variant Price EUR",
      "a,A,draft,false,A,5",
      "b,B,published,false,B,5",
      "c,C,published,true,C,5",
    ]);
    expect(await Promise.all(["A", "B"].map(stateOf))).toEqual(["disabled", "active"]);
    expect(await own.shop.count()).toBe(2);
  });

  it("is left to the store where the item is connected to it, and an archived item stays archived", async () => {
    await own.shop.upsert({ sku: "A", title: "Linked" }, { sku: "B", title: "Archived", archived: true });
    await service.sql(
      "UPDATE catalog_items SET integration_id = 'int_1', store_ref = 'r1' WHERE workspace_id = $1 AND sku = 'A'",
      [own.shop.workspace.id],
    );
    const header = "Handle,Title,Variant SKU,Variant Price,Status";
    await own.catalog([header, "a,Linked,A,5.00,draft", "b,Archived,B,5.00,active"]);
    expect(await stateOf("A")).toBe("active");
    expect(await stateOf("B")).toBe("archived");
  });
});

describe("products that are no items", () => {
  it("are named with what is missing where their variations are not in the file", async () => {
    const header = "ID,Type,SKU,Name,Regular price,Parent";
    const report = await own.catalog([
      header,
      "1,variable,V1,Coat,,",
      "2,variable,V2,Scarf,,",
      "3,variable,V3,Glove,,",
      "4,variation,V3-S,Glove - S,9,id:3",
      "5,grouped,G,Set,,",
      "6,external,X,Elsewhere,3,",
    ]);
    expect(report).toMatchObject({ created: 1, skipped: 2 });
    expect(report.notices.join("\n")).toMatch(
      /^2 products with variations are no items; their variations are not in this file\. Export them too/m,
    );
    expect(report.notices).toContain(
      '2 products are left out because of their type, whose price is that of other products, such as grouped "Set" in row 6.',
    );
    const whole = await own.catalog([header, "3,variable,V3,Glove,,", "4,variation,V3-S,Glove,9,V3"]);
    expect(whole.notices).toEqual([]);
  });

  it("leave a variation its product's stock where the shop keeps it there", async () => {
    await own.catalog([
      "ID,Type,SKU,Name,Stock,Regular price,Parent",
      "1,variable,V,Coat,7,,",
      "2,variation,V-S,Coat - S,parent,50,V",
      "3,variable,W,Scarf,,,",
      "4,variation,W-S,Scarf - S,parent,50,W",
      "5,variation,W-M,Scarf - M,2.5,50,W",
    ]);
    expect(await own.shop.item("V-S")).toMatchObject({ stock: 7 });
    expect(await own.shop.item("W-S")).toMatchObject({ stock: null });
    expect(await own.shop.item("W-M")).toMatchObject({ stock: 2 });
  });
});
