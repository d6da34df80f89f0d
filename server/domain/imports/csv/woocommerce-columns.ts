/** What WooCommerce calls the columns of an export, in English and in the languages of its sites, parted by bars. */
const NAMES = {
  ID: "ID",
  Type: "Type | Typ | Tipo | Тип",
  SKU: "SKU | Artikelnummer | UGS | COD | REF | Артикул | Artikelnr | Varenummer (SKU) | Varenummer",
  Name: "Name | Nom | Nombre | Nome | Naam | Nazwa | Имя | Название | Namn | Navn",
  Published:
    "Published | Veröffentlicht | Publié | Publicado | Pubblicato | Gepubliceerd | Opublikowano | Опубликован | Publicerad | Udgivet | Publiceret",
  Brands: "Brands | Marken | Marques | Marcas | Marchi | Brand | Merken | Marki | Бренды | Varumärken",
  Categories:
    "Categories | Kategorien | Catégories | Categorías | Categorie | Categorieën | Kategorie | Categorias | Категории | Kategorier",
  Tags: "Tags | Schlagwörter | Étiquettes | Etiquetas | Tag | Tagi | Метки | Etiketter",
  "Regular price":
    "Regular price | Regulärer Preis | Tarif régulier | Precio normal | Prezzo di listino | Prezzo regolare | Reguliere prijs | Normale prijs | Cena regularna | Cena | Preço normal | Preço | Базовая цена | Обычная цена | Ordinarie pris | Normalpris | Normal pris",
  Stock:
    "Stock | Lager | Lagerbestand | Inventaire | Inventario | Magazzino | Giacenza | Voorraad | Stan magazynowy | Estoque | Запасы | Lagersaldo",
  Parent:
    "Parent | Übergeordnetes Produkt | Übergeordnet | Superior | Genitore | Hoofd | Element nadrzędny | Nadrzędny | Ascendente | Pai | Родительский | Överordnad | Förälder | Overordnet | Forælder",
} as const;

/** What it calls the values of the product's nth attribute; `#` is the number. */
const ATTRIBUTE_VALUES =
  "Attribute # value(s) | Attribut # Wert(e) | Valeur(s) de l’attribut # | Valeur(s) de l'attribut # | Valor(es) del atributo # | Attributo # valore(i) | Attributo # valuta(e) | Waarde eigenschap # | Waarde(s) eigenschap # | Wartości atrybutu # | Valores do atributo # | Valor(es) do atributo # | Значение(-я) аттрибута(-ов) # | Attribut # värde(n) | Egenskab # værdi(er)";

const listed = (names: string): readonly string[] => names.split(" | ");

/** The columns that are read, by their English names, with all their names. */
export const WOOCOMMERCE_COLUMNS: Readonly<Record<string, readonly string[]>> = Object.fromEntries([
  ...Object.entries(NAMES).map(([column, names]) => [column, listed(names)] as const),
  ...[1, 2, 3].map(
    (n) => [`Attribute ${n} value(s)`, listed(ATTRIBUTE_VALUES.replaceAll("#", String(n)))] as const,
  ),
]);
