import type { Availability } from "@/server/market/extract/page-offer";

const wordPattern = (...lists: readonly string[]): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${lists.join("|")})(?!\\p{L})`, "u");

const OUT = wordPattern(
  String.raw`out[- ]of[- ]stock|sold[- ]out|(?:currently|temporarily) unavailable|no longer (?:available|in stock)|not (?:currently )?available(?: for (?:purchase|delivery))?|not in stock|unavailable|notify me (?:when|if)|email me when|temporarily out|0 in stock|this item is unavailable|none left|oos`,
  String.raw`ausverkauft|nicht (?:mehr )?(?:auf lager|verfügbar|lieferbar|vorrätig|erhältlich)|(?:derzeit|zur ?zeit|aktuell|momentan|leider|online) nicht (?:mehr )?(?:verfügbar|lieferbar|vorrätig|auf lager|erhältlich|bestellbar)|vergriffen|benachrichtig\p{L}* (?:mich|wenn|sobald)`,
  String.raw`épuisée?|rupture (?:de stock|temporaire)|en rupture|(?:actuellement|temporairement|plus|momentanément) indisponible|indisponible|plus disponible|non disponible|n'est plus (?:disponible|en stock)|victime de son succès|prévenez-moi|m'avertir|me prévenir`,
  String.raw`agotad[oa]|sin (?:stock|existencias)|no disponible|fuera de stock|no hay (?:stock|existencias)|esgotad[oa]|indispon[íi]vel|sem (?:stock|estoque)|produto indisponível|avise-me|avísame|sob consulta`,
  String.raw`esaurit[oa]|non (?:è )?(?:al momento )?disponibile|attualmente non disponibile|momentaneamente non disponibile|temporaneamente non disponibile|terminato|avvisami`,
  String.raw`uitverkocht|niet (?:meer )?(?:op voorraad|leverbaar|beschikbaar)|niet voorradig|tijdelijk (?:niet|uitverkocht)|slutsåld|slut i lager|ej i lager|finns ej|tillfälligt slut|udsolgt|ikke på lager|utsolgt|ikke tilgjengelig|loppuunmyyty|ei varastossa|loppu varastosta|tilapäisesti loppu`,
  String.raw`wyprzedan[eya]|brak w magazynie|niedostępn[yae]|produkt niedostępny|chwilowo niedostępn\p{L}*|powiadom o dostępności|vyprod[áa]n[oaé]|není skladem|nedostupn[éýáí]|momentálně nedostupn\p{L}*|vypredan[éýáo]|nie je (?:na sklade|skladom|možné (?:produkt )?kúpiť|dostupn\p{L}*)|nie je možné produkt kúpiť|dočasne nedostupn\p{L}*|nedostupn\p{L}+`,
  String.raw`nincs (?:raktáron|készleten)|elfogyott|nem (?:elérhető|rendelhető|kapható)|stoc epuizat|indisponibil|nu este (?:în|in) stoc|ni na zalogi|razprodano|trenutno ni|nije dostupn\p{L}*|nema na (?:zalihi|skladištu|stanju)|rasprodan[oa]`,
  "нет в наличии|нет на складе|товар закончился|закончился|распродан[оа]?|недоступен|снят с продажи|немає в наявності|закінчився|няма наличност|изчерпан[ао]?|не е наличен|няма в наличност|временно отсутствует|сообщить о поступлении",
  "εξαντλήθηκε|εξαντλημένο|μη διαθέσιμο|δεν είναι διαθέσιμο|tükendi|stokta yok|stoklarda yok|mevcut değil|nav noliktavā|nav pieejams|izpārdots|išparduota|neturime|nėra sandėlyje|läbi müüdud|otsas|hết hàng|tạm hết hàng|stok habis|habis terjual",
  "אזל(?: מהמלאי| המלאי)?|לא במלאי|חסר במלאי|המוצר אזל|לא זמין|نفد(?:ت)? (?:من )?(?:المخزون|الكمية)|نفذت الكمية|غير متوفر|غير متاح",
);
const OUT_UNSPACED =
  /在庫切れ|在庫なし|売り切れ|品切れ|完売|販売終了|再入荷|入荷待ち|缺货|缺貨|售罄|售完|已售完|暂时无货|無庫存|补货|補貨|품절|재고없음|일시품절|판매종료|สินค้าหมด/;

const IN = wordPattern(
  String.raw`in[- ]stock|available (?:now|online|for (?:delivery|immediate)|to order|immediately)|ready to ship|ships (?:today|within|in)|only \d+ left|\d+ (?:left|in stock|available|items? left)|in store now|usually (?:ships|dispatched)|dispatched (?:within|in)|low stock|few left`,
  String.raw`auf lager|lagernd|sofort (?:lieferbar|verfügbar|versandfertig|versandbereit)|verfügbar|vorrätig|lieferbar|en stock|disponible(?: en| immédiatement)?|in stock|expédié sous|hay existencias|en existencias|con stock|disponibile|disponibilità immediata|em stock|em estoque|disponível|a pronta entrega`,
  String.raw`op voorraad|direct leverbaar|voor \d+:\d+ (?:uur )?besteld|i lager|finns i lager|på lager|varastossa|heti saatavilla|w magazynie|dostępn[yae]|na stanie|wysyłka w|skladem|ihned k odběru|skladom|na sklade|na skladě|ihneď|raktáron|készleten|azonnal|în stoc|in stoc|na zalogi|na zalihi|dostupno|na stanju|dobavljivo`,
  "в наличии|есть в наличии|есть на складе|на складе|в наявності|є в наявності|наличен|в наличност|налично|διαθέσιμο|άμεσα διαθέσιμο|stokta|stokta var|noliktavā|ir pieejams|sandėlyje|turime|laos|còn hàng|tersedia|ready stock|במלאי|זמין במלאי|متوفر|متاح",
);
const IN_UNSPACED = /在庫あり|在庫有|即納|有货|有貨|现货|現貨|재고있음|มีสินค้า/;

const PREORDER = wordPattern(
  String.raw`pre-?order(?: now)?|vorbestell\p{L}*|précommand\p{L}*|reserva(?:r)? ahora|preventa|pré-venda|prenota(?: ora|bile)?|preordin\p{L}*|pre-?bestel\p{L}*|förbeställ\p{L}*|forudbestil\p{L}*|forhåndsbestill\p{L}*|ennakkotila\p{L}*|przedsprzedaż|předobjedn\p{L}*|predobjedn\p{L}*|előrendel\p{L}*|precomandă|предзаказ|ön sipariş`,
);
const PREORDER_UNSPACED = /予約受付|予約注文|预售|預購|예약판매/;
const BACKORDER = wordPattern(
  String.raw`(?:on |available on )?back-?order(?:ed)?|nachlieferbar|auf bestellung|sur commande|bajo pedido|su ordinazione|op bestelling|beställningsvara|bestillingsvare|na zamówienie|na objednávku|na objednanie|rendelésre|под заказ|по поръчка`,
);
const DISCONTINUED = wordPattern(
  String.raw`discontinued|no longer (?:sold|produced|manufactured)|nicht mehr (?:im sortiment|im angebot)|ausgelaufen|auslaufartikel - ausverkauft|plus (?:commercialisé|fabriqué)|descatalogad[oa]|fuori produzione|fuori catalogo|uit assortiment|utgått|udgået|utgått|wycofan[oya]|ukončen[oaý]? prodej|predaj ukončený|kifutott|снят с производства`,
);

/** Phrases about other services, or about a single branch. */
const OTHER_MATTERS = wordPattern(
  String.raw`chat|pick-?up|collect(?:ion)?|nearby|store|stores|video|image|reviews?|coupon|voucher|gift|filiale?|markt|abholung|abholen|retrait|magasins?|tiendas?|recogida|negozi[o]?|ritiro|lojas?|retirada|winkels?|afhalen|butik\p{L}*|noutopalvelu|odbiór|prodejn\p{L}*|predajn\p{L}*|magazin\p{L}*|самовывоз|магазин\p{L}*`,
);

/** Returns the availability that a short text of a shop states; null when it states none. */
export function stockLexicon(text: string): Availability | null {
  const lower = text.toLowerCase();
  if (OTHER_MATTERS.test(lower)) return null;
  if (DISCONTINUED.test(lower)) return "discontinued";
  if (OUT.test(lower) || OUT_UNSPACED.test(lower)) return "out_of_stock";
  if (PREORDER.test(lower) || PREORDER_UNSPACED.test(lower)) return "preorder";
  if (BACKORDER.test(lower)) return "backorder";
  if (IN.test(lower) || IN_UNSPACED.test(lower)) return "in_stock";
  return null;
}
