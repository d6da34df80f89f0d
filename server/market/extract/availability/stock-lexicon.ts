import {
  isGeneralNote,
  isOfOtherSubject,
  isTemplate,
} from "@/server/market/extract/availability/stock-subject";
import type { Availability } from "@/server/market/extract/page-offer";

const wordPattern = (...lists: readonly string[]): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${lists.join("|")})(?!\\p{L})`, "u");

const OUT = wordPattern(
  String.raw`out[- ]of[- ]stock|sold[- ]out|(?:currently|temporarily) unavailable|no longer (?:available|in stock)|not (?:currently )?available(?: for (?:purchase|delivery))?|not in stock|unavailable|temporarily out|this item is unavailable|none left|oos`,
  String.raw`ausverkauft|nicht (?:mehr )?(?:auf lager|verfügbar|lieferbar|vorrätig|erhältlich)|(?:derzeit|zur ?zeit|aktuell|momentan|leider|online) nicht (?:mehr )?(?:verfügbar|lieferbar|vorrätig|auf lager|erhältlich|bestellbar)|vergriffen`,
  String.raw`épuisée?|rupture (?:de stock|temporaire)|en rupture|(?:actuellement|temporairement|plus|momentanément) indisponible|indisponible|plus disponible|non disponible|n'est plus (?:disponible|en stock)|victime de son succès`,
  String.raw`agotad[oa]|sin (?:stock|existencias)|no disponible|fuera de stock|no hay (?:stock|existencias)|esgotad[oa]|indispon[íi]vel|sem (?:stock|estoque)|produto indisponível|não disponível|fora de estoque|sob consulta`,
  String.raw`esaurit[oa]|non (?:è )?(?:al momento )?disponibile|attualmente non disponibile|momentaneamente non disponibile|temporaneamente non disponibile|terminato`,
  String.raw`uitverkocht|niet (?:meer )?(?:op voorraad|leverbaar|beschikbaar)|niet voorradig|tijdelijk (?:niet|uitverkocht)|slutsåld|slut (?:i lager|på lagret|online)|är slut|ej i lager|inte i lager|ej tillgänglig|finns (?:ej|inte)|tillfälligt slut|udsolgt|ikke på lager|utsolgt|ikke tilgjengelig|loppuunmyyty|ei varastossa|loppu varastosta|tilapäisesti loppu`,
  String.raw`wyprzedan[eya]|brak w magazynie|niedostępn[yae]|produkt niedostępny|chwilowo niedostępn\p{L}*|nie jest (?:już )?dostępn\p{L}*|brak towaru|brak na stanie|vyprod[áa]n[oaé]|není (?:již )?(?:skladem|k dispozici|dostupn\p{L}*)|nemáme skladem|nedostupn[éýáí]|momentálně nedostupn\p{L}*|vypredan[éýáo]|nie je (?:na sklade|skladom|možné (?:produkt )?kúpiť|dostupn\p{L}*)|nie je možné produkt kúpiť|dočasne nedostupn\p{L}*|nedostupn\p{L}+`,
  String.raw`nincs (?:raktáron|készleten)|elfogyott|nem (?:elérhető|rendelhető|kapható)|stoc epuizat|indisponibil|nu este (?:în|in) stoc|ni na zalogi|razprodano|trenutno ni|nije dostupn\p{L}*|nema na (?:zalihi|skladištu|stanju)|rasprodan[oa]`,
  "нет в наличии|нет на складе|товар закончился|закончился|распродан[оа]?|недоступен|снят с продажи|немає в наявності|закінчився|няма наличност|изчерпан[ао]?|не е наличен|няма в наличност|временно отсутствует",
  "εξαντλήθηκε|εξαντλημένο|μη διαθέσιμο|δεν είναι διαθέσιμο|tükendi|tükenmiştir|stok(?:ta|larda|larımızda) (?:yok|bulunm\\p{L}*)|mevcut değil\\p{L}*|temin edilem\\p{L}*|satışta değil\\p{L}*|nav noliktavā|nav pieejams|izpārdots|išparduota|neturime|nėra sandėlyje|läbi müüdud|otsas|hết hàng|tạm hết hàng|stok habis|habis terjual",
  "אזל(?: מהמלאי| המלאי)?|לא במלאי|חסר במלאי|המוצר אזל|לא זמין|نف[دذ](?:ت)? (?:من )?(?:المخزون|الكمية)|انتهت الكمية|غير متوفرة?|غير متاحة?|لم يعد متوفر(?:ا|ًا)?|لم يعد متاح(?:ا|ًا)?",
);
const OUT_UNSPACED =
  /在庫切れ|在庫なし|在庫がありません|売り切れ|品切れ|完売|販売終了|取り?扱い終了|終売|入荷待ち|缺货|缺貨|售罄|售完|已售完|暂时无货|無庫存|补货|補貨|품절|재고없음|일시품절|판매종료|สินค้าหมด/;

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

const PIECES = String.raw`items?|pieces?|pcs|units?|products?|left|remaining|stück|stk|st|artikel|pièces?|articles?|unidad(?:es)?|piezas?|pezz[io]|peças?|stuks?|szt|ks|kpl|db|adet|шт`;
/**
 * A count of nothing. The 0 at the end of "30 in stock" or "1,200 available" is part of another number; a sentence
 * behind it tells of a quantity that somebody enters.
 */
const NOTHING = String.raw`(?<![\d.,'’]|\d\s)0(?:[.,]0+)?`;
const NONE_LEFT = new RegExp(
  `${NOTHING}\\s*(?:(?:${PIECES})\\.?\\s+){0,2}(?:(?:left|available)(?!\\p{L})|${IN.source})(?!\\.\\s+\\p{L})|` +
    `^(?:stock|availability|(?:lager)?bestand|voorraad|existencias|${IN.source})\\s*:?\\s*\\(?0(?:[.,]0+)?\\s*(?:(?:${PIECES})\\.?)?\\)?$`,
  "u",
);

/** Phrases about other services, or about a single branch. */
const OTHER_MATTERS = wordPattern(
  String.raw`chat|pick-?up|collect(?:ion)?|nearby|store|stores|video|image|reviews?|coupon|voucher|gift|filiale?|markt|abholung|abholen|retrait|magasins?|tiendas?|recogida|negozi[o]?|ritiro|lojas?|retirada|winkels?|afhalen|butik\p{L}*|noutopalvelu|odbiór|prodejn\p{L}*|predajn\p{L}*|magazin\p{L}*|самовывоз|магазин\p{L}*`,
);

/** An offer to notify a person once the article is there again: it is not there now. */
const NOTIFY = wordPattern(
  String.raw`(?:notify|email|e-mail|alert|tell|inform) me (?:when|if|once|as soon)|let me know (?:when|if)|back[- ]in[- ]stock (?:alert|notification|email)|benachrichtig\p{L}* (?:mich|wenn|sobald)|(?:mich )?(?:bei verfügbarkeit )?benachrichtigen|prévenez-moi|m'avertir|me prévenir|alertez-moi|avísame|avisarme|avise-me|me avise|avisem-me|avvisami|mail mij (?:als|zodra)|houd mij op de hoogte`,
  String.raw`^bevaka(?: (?:produkten|varan))?$|(?:meddela|maila|mejla|kontakta) mig när|få besked när|giv mig besked|få besked|varsle meg|gi meg beskjed|ilmoita (?:minulle )?kun|powiadom (?:mnie )?(?:o dostępności|gdy|kiedy|o powrocie)|hlídat dostupnost|(?:upozornit|informovat|dejte mi vědět|dát vědět)(?: mě)? (?:na |o |až |jakmile )\p{L}*|strážiť dostupnosť|(?:stoğa |stoka |ürün )?(?:gelince|geldiğinde) (?:bana )?haber ver\p{L}*|сообщить о (?:поступлении|наличии)|уведомить о (?:поступлении|наличии)`,
  "أعلمني عند\\p{L}*|أ(?:علم|بلغ|خبر)ني (?:عند|عندما|حين) ?\\p{L}*|نبهني عند\\p{L}*|עדכנו אותי|הודיעו לי",
);
const NOTIFY_UNSPACED = /再入荷|入荷(?:お知らせ|通知|連絡)|补货|補貨|到货通知|到貨通知|입고 ?알림/;

/** The end of an article or of its page, whatever else the page claims. */
const ENDED = wordPattern(
  String.raw`no longer (?:available|sold|in stock|for sale|offered)|(?:listing|offer|sale) (?:has |was )?ended|discontinued`,
  String.raw`nicht mehr (?:verfügbar|erhältlich|lieferbar|im sortiment)|angebot (?:ist )?beendet|n'est plus (?:disponible|commercialisé|en vente)|ya no está (?:disponible|a la venta)|não está mais (?:disponível|à venda)|já não está (?:disponível|à venda)|descontinuado|anúncio (?:encerrado|finalizado)|non è più (?:disponibile|in vendita)|niet (?:meer|langer) (?:leverbaar|beschikbaar|verkrijgbaar)`,
  String.raw`säljs inte längre|finns inte längre|är inte längre tillgänglig|utgått|sælges ikke længere|selges ikke lenger|ei ole enää (?:saatavilla|myynnissä)|nie jest już (?:dostępn\p{L}*|sprzedawan\p{L}*)|wycofan\p{L}* ze sprzedaży|oferta (?:została )?zakończona|(?:již|už) (?:není|nie je) (?:dostupn\p{L}*|v prodeji|v nabídce|v predaji)|není již (?:dostupn\p{L}*|v prodeji|v nabídce)|prodej (?:byl )?ukončen|artık (?:satışta değil\p{L}*|satılm\p{L}*|mevcut değil\p{L}*)|satıştan kaldırıl\p{L}*|больше не (?:продается|доступен)|снят с (?:продажи|производства)`,
  "لم يعد (?:متوفر|متاح)(?:ا|ًا)?|تم إيقاف (?:المنتج|البيع)|לא נמכר יותר",
);
const ENDED_UNSPACED = /販売(?:を)?終了|取り?扱い(?:を)?終了|終売|已下架|停售|판매 ?종료/;

/** A statement about stock in a line of a page. */
export type StockStatement = {
  readonly availability: Availability;
  /** `ended`: of the article for good; `notify`: an offer to notify, which a page may keep ready unseen. */
  readonly kind: "plain" | "ended" | "notify";
};

const OUT_KINDS: readonly (readonly [
  kind: StockStatement["kind"],
  availability: Availability,
  words: readonly RegExp[],
])[] = [
  ["notify", "out_of_stock", [NOTIFY, NOTIFY_UNSPACED]],
  ["ended", "discontinued", [ENDED, ENDED_UNSPACED]],
  ["plain", "discontinued", [DISCONTINUED]],
  ["plain", "out_of_stock", [OUT, OUT_UNSPACED, NONE_LEFT]],
];

/**
 * Returns what a short text of a shop states about the article; null when it states nothing, or is about something
 * else.
 */
export function stockLexicon(text: string): StockStatement | null {
  const lower = text.toLowerCase();
  if (isTemplate(lower)) return null;
  for (const [kind, availability, patterns] of OUT_KINDS) {
    const found = patterns.map((words) => words.exec(lower)).find((match) => match !== null);
    if (found === undefined || found === null) continue;
    if (kind === "notify") return { availability, kind };
    const rest = `${lower.slice(0, found.index)} | ${lower.slice(found.index + found[0].length)}`;
    if (OTHER_MATTERS.test(rest) || isOfOtherSubject(rest) || isGeneralNote(rest)) return null;
    return { availability, kind };
  }
  if (OTHER_MATTERS.test(lower)) return null;
  const offered = offeredIn(lower);
  return offered === null ? null : { availability: offered, kind: "plain" };
}

function offeredIn(lower: string): Availability | null {
  if (PREORDER.test(lower) || PREORDER_UNSPACED.test(lower)) return "preorder";
  if (BACKORDER.test(lower)) return "backorder";
  return IN.test(lower) || IN_UNSPACED.test(lower) ? "in_stock" : null;
}
