/** Builds one pattern of lower-case words. `\b` supports plain Latin letters only, so word edges are explicit. */
const wordPattern = (...lists: readonly string[]): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${lists.join("|")})(?!\\p{L})`, "u");

/** Before the number: a former price, or a price elsewhere. */
export const WAS_LABEL = wordPattern(
  String.raw`was|were|rrp|r\.r\.p\.?|msrp|m\.r\.p\.?|mrp|srp|list price|retail price|reg\.|before|old price|original(?:ly)?(?: price)?|compare at|std price|typical price|usually|previous(?:ly)?`,
  String.raw`uvp|statt|bisher|vorher|früher|alter preis|ehemaliger|listenpreis|streichpreis|unverb\.?\w*|adviesprijs|van voor|oude prijs`,
  String.raw`prix (?:conseillé|de vente conseillé|barré|public|de base|initial)|au lieu de|ancien prix|avant|invece di|anziché|prezzo (?:consigliato|di listino|precedente|originale|iniziale)|listino`,
  String.raw`pvpr|antes|precio (?:anterior|recomendado|original)|de r\$|preço (?:anterior|original|de lista)|pre[țt] (?:vechi|recomandat)`,
  String.raw`tidigare|sena kaina|vecā cena|vana hind|norm\.|rek\.? ?pris|før|førpris|veil|vejl\.?\w*|ovh|cena (?:regularna|katalogowa|przed|poprzednia)|najniższa cena|p[ůu]vodn[íiěáa]\w*|mo[čc] cena|eredeti ár|régi ár|redna cena|stara cena|stara cijena|redovna`,
  "старая цена|было|стара ціна|преди|eski|قبل|السعر القديم|היה|במקום|מחיר קודם|giá gốc|giá thị trường|harga asal",
);
export const WAS_LABEL_UNSPACED = /定価|希望小売価格|原價|原价|市價|建議售價|市场价|정가|참고가/;

const LOWEST = String.raw`niedrigste[rn]?|lowest|prix le plus bas|più basso|más bajo|mais baixo|laagste|lägsta|laveste|alin|nejnižší|najnižšia|najnižja|najniža|najniższa|legalacsonyabb|cel mai mic|χαμηλότερη|mažiausia|zemākā|madalaim|най-ниска|en düşük`;
/** Beside the number: the lowest price of a number of days, which the law demands beside a reduced one. */
export const LOWEST_LABEL = new RegExp(
  `(?<!\\p{L})(?:${LOWEST})(?!\\p{L}).*\\d{2}|\\d{2}\\D.*(?<!\\p{L})(?:${LOWEST})(?!\\p{L})`,
  "u",
);
/** Directly after the number, when no other price follows: the same, or a former price. */
export const WAS_BEHIND = new RegExp(
  String.raw`^[\s(*:–-]*(?:${LOWEST}|uvp|unverb\.?\p{L}*|rrp|msrp|list price|regular price|retail price|original price|normalpreis|listenpreis|prix (?:conseillé|public|barré|initial|de base)|pvpr|precio (?:anterior|original|recomendado|normal)|prezzo (?:consigliato|di listino|originale)|preço (?:original|anterior)|cena (?:regularna|katalogowa)|b[ěe][žz]n[áa] cena|p[ůu]vodn[íi] cena|ord(?:inarie|\.)? ?pris|normalpris|adviesprijs|eredeti ár|redna cena|redovna cijena|liste fiyatı|обычная цена|старая цена)(?!\p{L})`,
  "u",
);
/** All of the text before the number: the first of two prices, "de … por …", "van … voor …". */
export const FIRST_OF_TWO = /^\s*(?:de|van|von|från)\s*:?\s*$/u;

/** Before the number: the regular price, which is also the current one without a reduction. */
export const REGULAR_LABEL = wordPattern(
  String.raw`regular(?: price)?|normal(?:e|er)? (?:price|preis)|normalpreis|prix (?:normal|habituel)|precio (?:normal|habitual)|prezzo (?:normale|intero)|normalpris|ord(?:inarie)?\.? ?pris|normaalihinta|b[ěe][žz]n[áa] cena|通常価格`,
);

/** Before the number, or right behind it: a difference, not a price. */
export const SAVING_LABEL = wordPattern(
  String.raw`save|saving|savings|you save|discount(?! price)|off|reduction|sie sparen|ersparnis|gespart|rabatt|sparen|nachlass|économie|économisez|remise|de réduction|bespaar|korting`,
  String.raw`ahorr[aeoá]\w*|descuento|dto|risparm\w*|sconto|economize|desconto|poupe|economia|spara|spar|rabat|säästä\w*|alennus|oszczęd\w*|taniej|ušet[řr][íi]\p{L}*|sleva|z[ľl]ava|megtakar\p{L}*|kedvezmény|reducere|prihran\p{L}*|popust|ušteda`,
  "скидка|экономия|выгода|знижка|отстъпка|kazanç|indirim|nuolaida|atlaide|soodus|خصم|وفر|הנחה|חיסכון|חסכון",
);

/** Directly after the number, the same; not before a percentage, which is then the saving. */
export const SAVING_BEHIND =
  /^[\s(]*(?:off|rabatt|nachlass|gespart|sparen|de réduction|de remise|korting|(?:de )?descuento|dto|(?:di )?sconto|(?:de )?desconto|savings?|saved|rabat|alennus|taniej|sleva|zľava|kedvezmény|reducere|popust|скидк\p{L}*|discount)(?!\p{L})(?!.{0,8}%)/u;

/** At the end of the text before the number: marks the current price, whatever precedes it. */
export const SALE_LABEL =
  /(?:sale price|special price|current price(?: is)?|our price|price now|now only|now|jetzt(?: nur)?|aktueller preis|angebotspreis|sonderpreis|prix (?:soldé|actuel|promo)|maintenant|precio (?:actual|de oferta)|ahora|prezzo (?:attuale|scontato)|ora|por|nu)\s*:?\s*$/u;

const SHIPPING = String.raw`shipping|delivery|postage|p&p|freight|handling|versand\p{L}*|lieferung|liefer\p{L}*|porto|livraison|frais de port|expédition|env[íi]os?|gastos de|portes|frete|entrega|spedizion\p{L}*|consegna|verzend\p{L}*|bezorg\p{L}*|frakt\p{L}*|leverans|levering|fragt|toimitus\p{L}*|dostaw\p{L}*|wysyłk\p{L}*|doprav\p{L}*|doru[čc]en\p{L}*|po[šs]tovn\p{L}*|szállít\p{L}*|livrare|transport|dostav\p{L}*|poštnin\p{L}*|доставк\p{L}*|kargo|pristatym\p{L}*|piegād\p{L}*|tarne|משלוח|الشحن|التوصيل|توصيل`;

/** Before the number: the delivery, or the order value from which it is free. */
export const SHIPPING_LABEL = wordPattern(
  SHIPPING,
  "free over|orders? over|orders? of|spend|ab einem|bestellwert|minimum order",
);
/** Directly after the number. */
export const SHIPPING_BEHIND = new RegExp(`^\\s*(?:\\p{L}{1,12}\\s+){0,2}(?:${SHIPPING})(?!\\p{L})`, "u");
/** After a number: words that exclude the delivery again. */
export const BESIDE_SHIPPING =
  /^\s*(?:[,*(]\s*)?(?:zzgl|plus|excl|\+|inkl|incl|inc|free|kostenlos|gratis|hors|más|più|mais|och|with|mit|met|avec|con|com|s |z |bez)/u;

/** Beside the number: a part of the price, or a month of it. */
export const INSTALMENT_LABEL = wordPattern(
  String.raw`\d+ ?x (?:de |di |of |à )?|per month|a month|\/ ?mo(?:nth)?|p\/?m|monthly|per week|weekly|klarna|afterpay|clearpay|affirm|interest-free|install?ments?|finance|leasing`,
  String.raw`monatlich\p{L}*|mtl\.?|im monat|rate|raten|mensualit\p{L}*|par mois|\/ ?mois|en \d+ fois|al mese|\/ ?mese|mensual\p{L}*|al mes|cuotas?|plazos|parcelas?|sem juros|ao mês|mensal|prestaç\p{L}*|per maand`,
  String.raw`månad|\/ ?mån|mēn\.?|md\.|mnd\.?|kuukau\p{L}*|miesięcz\p{L}*|rat|raty|měsíčn\p{L}*|mesačn\p{L}*|splátk\p{L}*|havonta|részlet|mesečno|obrok\p{L}*|taksit|mėn\.?|mēnesī|в месяц|рассрочк\p{L}*|תשלומים`,
);
/** In the line below the number: a month of it. A link to instalments there says nothing of the amount. */
export const INSTALMENT_BELOW = wordPattern(
  String.raw`per month|a month|\/ ?mo(?:nth)?|p\/?m|monthly|per week|weekly|monatlich|mtl\.?|im monat|par mois|\/ ?mois|al mese|\/ ?mese|mensuales|al mes|ao mês|por mês|per maand|per månad|i månaden|\/ ?mån|pr\.? md\.?|kuukaudessa|\/ ?kk|miesięcznie|měsíčně|mesačne|havonta|mesečno|mjesečno|pe lună|aylık|в месяц`,
);
export const INSTALMENT_UNSPACED = /月々|分期|每期|期0?利率|月付|개월/;

/** Directly after the number: a measure to which the price refers. */
export const UNIT_BEHIND =
  /^\s*(?:\(\s*)?(?:\/|per |pro |par |al |je |por |voor |za |na |a |the )\s*(?:\d+[.,]?\d*\s*)?(?:kg|kilo(?:gramm?)?|g|gr|gram|mg|l|lt|ltr|liter|litre|litro|ml|cl|dl|m|m2|m²|m³|qm|cm|mt|unit|each|stk|stück|st|pcs?|pieces?|count|ct|tablet|sheet|wash|dose|oz|fl|lb|pint|yard|word|page|hour|hr|minute|min|night|person|user|seat|wort|seite|stunde|std|minute|nacht|mot|heure|nuit|personne|palabra|hora|noche|persona|parola|ora|notte|woord|uur|unité|unidad|ud|pza|pièce|stuk|szt|kom|ks|db|бр|шт|кг|л|100)(?!\p{L})|^\s*\(\s*[\d.,]+\s*\S{1,3}\s*\/|^\s*\/\s*1/u;
/** Before the number, the same. */
export const UNIT_LABEL = wordPattern(
  String.raw`grundpreis|basispreis|unit price|prix au|prix unitaire|precio por|prezzo al|prijs per|jämförpris|sammenligningspris|jmf\.?|cena za (?:kg|l|1|szt|jednost\p{L}*|mernú)|cena jednostkowa|m[ěe]rn[áa] cena|jednotkov[áa]|egységár|jfr`,
);

const PIECES = String.raw`unit|each|stk|stück|st|pcs?|pieces?|unité|unidad|ud|pza|pièce|stuk|szt|kom|ks|db|tk|gab|vnt|kpl|buc|τεμ|adet|бр|шт`;
/** Directly after the number: one piece, which may be the article itself. */
export const PIECE_BEHIND = new RegExp(
  `^\\s*(?:\\(\\s*)?(?:/|per |pro |par |al |je |por |voor |za |na |a |the )\\s*(?:1 ?)?(?:${PIECES})(?!\\p{L})`,
  "u",
);
/** Before the number: a number of pieces from which it is the price of each. */
export const QUANTITY_LABEL =
  /(?:^|\s)(?:ab|from|od|à partir de|dès|desde|da|vanaf|från|fra|alkaen|от|від|≥|>=?) ?(?:[2-9]|\d{2,5})\s*(?:stk|stück|st|pcs?|pieces|szt|ks|db|kpl|шт)?\.?:?\s*$|(?:^|\s)\d{1,5} ?(?:\+|[-–] ?\d{1,5}) ?(?:stk|stück|st|pcs?|pieces|szt|ks|db|kpl|шт)?\.?:?\s*$/u;
/** Directly after the number: a whole order, or a price for those who have or give something. */
export const OTHER_BEHIND =
  /^[\s(*:–-]*(?:in total|insgesamt|au total|in totale|en total|no total|razem|celkem|with (?:\p{L}+ )?(?:trade-?in|code|coupon|card|membership|subscription)|after (?:trade-?in|rebate|coupon|cashback)|for (?:members|subscribers)|(?:\p{L}+ )?(?:club ?card|member(?:ship)?|members|loyalty|subscriber)s? price|mit (?:\p{L}*karte|gutschein|code|abo)|im abo|avec (?:la |votre )?(?:carte|code)|con (?:la )?(?:carta|tarjeta|cup[oó]n)|com (?:cupom|cartão)|(?:no|via|com|pelo) (?:pix|boleto)|à vista no (?:pix|boleto)|con transferencia|por transferencia|z (?:kartą|kodem|aplikacją)|s (?:kartou|kódem)|med (?:\p{L}*kort|kod))(?!\p{L})/u;
/** At the end of the text before the number: an amount converted to another currency. */
export const CONVERTED_LABEL =
  /(?<!\p{L})(?:approx(?:imately|\.)?|approximate|ungefähr|environ|aproximadamente|aprox\.?|circa|ca\.|około|ok\.|přibližně|kb\.|ungefär|cirka|noin|около|приблизно|yaklaşık|≈|~)[\s:]*\p{L}{0,3}\s?\p{Sc}?\s*$/u;

/** Before the number: points, vouchers, guarantees, other things, other buyers. */
export const OTHER_LABEL = wordPattern(
  String.raw`points?|punkte?|reward\p{L}*|cash ?back|coupon|voucher|gutschein|gift card|warranty|protection plan|insurance|garantie\p{L}*|versicherung|assurance|seguro|assicurazione|verzekering|försäkring|forsikring|vakuutus|ubezpieczenie|poji[šs]t[ěe]n[íi]|poistenie|biztosítás|garantía|garanzia|garantia|garancia|záruka|gwarancja|trade-?in|altgerät|pfand|deposit|anzahlung|recycling|eco-?(?:part|participation|tax)\p{L}*|ecotax|weee|siae`,
  String.raw`buyer'?s premium|estimate|bid increment|next bid|members?|mitglied\p{L}*|club|loyalty|prime|subscribe|b2b|wholesale|minimum|mindest\p{L}*|maximum|up to|bis zu|jusqu'à|hasta|fino a|até`,
  String.raw`accessor\p{L}*|zubehör|bundle|from other sellers|new & used|used from|installation|montage|vat of|sp[äa][ťt]|total with`,
  String.raw`(?:free )?gifts?|geschenk\p{L}*|gratis ?artikel|cadeau\p{L}*|regalo|brinde|omaggio|gratulacyjn\p{L}*|prezent\p{L}*|gratis do zamówienia|dárek|darčekom?|hediye\p{L}*|gåva|present|подар\p{L}*|هدية|מתנה`,
  String.raw`surcharge|extra (?:cost|charge)|aufpreis|zuschlag|supplément|suplemento|recargo|acréscimo|supplemento|toeslag|meerprijs|tillägg\p{L}*|tillæg|lisämaksu|dopłat\p{L}*|dopłata|příplat\p{L}*|príplat\p{L}*|felár|ek ücret|fark|доплат\p{L}*|رسوم إضافية`,
  String.raw`(?:with|using) (?:your |our |the )?(?:\p{L}+ )?card|club ?card|card ?holders?|mit (?:\p{L}+)?karte|kundenkarte|avec (?:la |votre )?carte|con (?:la |tu |tarjeta )\p{L}*|com (?:o |seu )?cartão|no cartão|con carta|met \p{L}*kaart|med \p{L}*kort|medlem\p{L}*|kortilla|jäsen\p{L}*|z kartą|z aplikacją|dla klubowicz\p{L}*|s kartou|pro členy|členská|kart(?:la| ile|ınıza)|üye\p{L}*|с картой|по карте|للأعضاء|بالبطاقة|لحاملي البطاقة|למחזיקי|למועדון`,
  String.raw`\d+ or more|\d+ ?\+|ab \d+ (?:stück|stk|st)\.?|buy \d+|from \d+ (?:pcs|pieces|units)|staffelpreis\p{L}*|one-?off fee|mix (?:six|\d+)`,
);
export const OTHER_UNSPACED =
  /ポイント|포인트|積點|點數|紅利|送料|運費|运费|免運|宅配|取貨|配送|배송|保險|保险|保証|滿 ?$|满 ?$|会員|カード(?:提示|払い)|特典|プレゼント|おまけ|追加料金|贈品|赠品|사은품/;

/** Before the number: the current price. */
export const NOW_LABEL = wordPattern(
  String.raw`(?:our |your |sale |special |current |now |today'?s )?price|now|only|preis|jetzt(?: nur)?|nur|prix|precio|ahora|prezzo|ora|preço|por|prijs|nu|pris|hinta|cena|ára?|preț|pret|cijena|цена|ціна|τιμή|fiyatı?|kaina|hind|מחיר|السعر|harga|giá`,
);
export const NOW_LABEL_UNSPACED = /特價|特价|售價|售价|直購價|現價|现价|価格|税込|판매가|할인가|ราคา/;

/** At the end of the text before the number: a limit of other prices. */
export const LIMIT_LABEL =
  /(?<!\p{L})(?:under|below|less than|no more than|over|above|more than|up to|unter|über|bis(?: zu)?|weniger als|mehr als|moins de|plus de|jusqu'à|menos de|más de|mais de|hasta|até|meno di|più di|fino a|onder|minder dan|meer dan|tot|poniżej|powyżej|under|över|över|yli|alle)\s*:?\s*$/u;

/** Before the number: this price or more, depending on the variant. */
export const FROM_LABEL =
  /(?:^|\s)(?:from|starting at|as low as|ab|à partir de|a partir de|desde|da|a partire da|vanaf|från|fra|alk\.?|alkaen|od|de la|от|від|από|nuo|no|alates)\s*:?\s*$/u;

const list = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Class words of the current price. */
export const NOW_WORDS = list(
  "sale special current now new final our actual sales reduced discounted deal selling today aktuell oferta nova buybox",
);
/** Class words of a former price, or a price elsewhere. */
export const WAS_WORDS = list(
  "old was rrp msrp uvp strike striked struck crossed strikethrough previous original compare compared retail statt former ancien antes anterior vorher suggested recommended",
);
/** Class words of a price that may be either. */
export const MAYBE_WAS_WORDS = list("regular base past market pvp normal");
/** Class words of numbers that are not the product's price. */
export const OTHER_WORDS = list(
  "save saving savings saved discount discounts percentage percent unit ppu grundpreis basicprice installment installments " +
    "instalment monthly month finance financing parcela parcelas cuota cuotas shipping delivery postage versand frete points " +
    "point loyalty reward rewards bonus coupon voucher cashback tax vat addon qty quantity stock count countdown rating star " +
    "stars phone tel deposit warranty insurance range filter estimate history minimum subtotal payments",
);
