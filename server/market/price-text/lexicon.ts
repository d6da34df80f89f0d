/** Words around prices, in the languages of the markets, lower case, separated by `|`. Data only, no rules. */

/** Directly before the lowest of several prices. */
export const FROM =
  "from|starting at|starting from|starts at|as low as|ab|schon ab|bereits ab|dès|à partir de|a partir de|a partire da|desde|da|a partir|od|już od|från|fra|vanaf|v.a.|alkaen|от|від|за от|nuo|sākot no|no|alates|de la|začenši od|već od|počevši od|από|ξεκινά από|mulai dari|mulai|từ|chỉ từ|starting|başlayan fiyatlarla|min.|من|ابتداء من|החל מ|เริ่มต้น|最低|仅从|mulai dr";

/** Directly after the lowest of several prices. */
export const FROM_AFTER =
  "起|から|より|~|부터|이상|-tól|-től|alkaen|'den|'dan|den başlayan|and up|upwards|oder mehr|及以上";

/** Directly before the highest of several prices. */
export const UP_TO =
  "up to|bis|bis zu|jusqu'à|jusqu'a|hasta|fino a|do|až do|tot|upp till|opp til|op til|до|até|max.|maximum|max|hingga|έως|至|まで";

/** Between the ends of a range. */
export const BETWEEN = "-|~|to|bis|à|a|al|do|до|tot|til|till|until|and|und|et|y|e|i|in|až|至|から|〜|έως|–";

/** A former price, or a price elsewhere. */
export const WAS =
  "was|were|before|statt|anstatt|uvp|rrp|srp|msrp|list price|listenpreis|regular price|regular|reg.|reg|retail|retail price|typical price|original price|originally|orig.|old price|compare at|instead of|bisher|früher|zuvor|vorher|alter preis|ursprünglich|ehemaliger preis|niedrigster preis|prix conseillé|prix barré|au lieu de|avant|ancien prix|prix de référence|antes|precio anterior|precio original|pvpr|en lugar de|invece di|anziché|prezzo consigliato|prezzo di listino|prezzo precedente|preço anterior|cena regularna|poprzednia cena|najniższa cena|stara cena|cena katalogowa|przed|před slevou|původní cena|původně|běžná cena|bežná cena|pôvodná cena|doporučená cena|staro|stará cena|redna cena|mpc|eredeti ár|régi ár|helyett|adviesprijs|oude prijs|normale prijs|tidigare|tidigare pris|ord.|ord. pris|ordinarie|ordinarie pris|rek. pris|veil. pris|veil.|før|førpris|før pris|vejl.|vejl. pris|normalpris|listpris|norm.|ovh|ovh.|normaalihinta|alkuperäinen hinta|senkaina|tavahind|sena cena|tavallisesti|preț vechi|pret vechi|prp|преди|стара цена|стара ціна|старая цена|было|обычная цена|цена без скидки|рекомендуемая цена|раньше|розничная цена|vana hind|eski fiyat|eski|yerine|αρχική τιμή|πριν|π.λ.τ.|定価|希望小売価格|参考価格|通常価格|元値|原价|原價|市场价|划线价|정가|할인전|giá cũ|giá gốc|harga normal|harga asal|ราคาเดิม|ราคาปกติ|السعر السابق|قبل|بدلا من|מחיר קודם|במקום|mrp|m.r.p.|m.r.p|valued at|worth";

/** A difference between prices. */
export const SAVING =
  "save|you save|saving|savings|saved|discount|discounted by|reduction|sie sparen|du sparst|sparen|ersparnis|rabatt|nachlass|gutschein|coupon|voucher|cashback|réduction|remise|économisez|économie|vous économisez|ahorra|ahorras|ahorro|descuento|dto.|risparmi|risparmia|sconto|economize|desconto|poupa|poupança|oszczędzasz|oszczędź|zniżka|rabat|taniej|sleva|ušetříte|ušetřete|zľava|ušetríte|prihranek|ušteda|popust|megtakarítás|kedvezmény|olcsóbb|korting|bespaar|je bespaart|voordeel|spara|du sparar|rabatten|spar|du sparer|säästä|säästät|alennus|скидка|экономия|выгода|знижка|економія|отстъпка|спестявате|reducere|economisești|indirim|tasarruf|kazanç|έκπτωση|κερδίζετε|割引|お得|值引き|优惠|节省|立减|할인|tiết kiệm|giảm|hemat|diskon|ประหยัด|ส่วนลด|خصم|وفر|توفير|הנחה|חיסכון";

/** Directly after such a difference. */
export const SAVING_AFTER =
  "off|discount|savings|saved|rabatt|gespart|günstiger|sparen|nachlass|gutschein|de réduction|de remise|d'économie|offerts|de descuento|menos|di sconto|de desconto|zniżki|rabatu|taniej|sleva|slevy|zľava|kedvezmény|korting|voordeel|rabat|alennus|скидки|скидка|экономии|дешевле|знижки|indirim|έκπτωση|割引|引き|オフ|优惠|할인|hemat|ส่วนลด|خصم|הנחה|cashback";

/** A part of the price, or a recurring payment. */
export const INSTALMENT =
  "monthly|instalment|instalments|installment|installments|payments of|emi|raten|monatlich|mtl.|rata|rate da|mensualité|mensualités|mensuel|cuota|cuotas|cuotas de|mensual|meses de|meses sin intereses|mensile|mensili|parcelas|parcela|parcelas de|vezes|prestações|mensalidade|raty|ratach|miesięcznie|splátka|splátky|měsíčně|mesačne|obrok|obroka|mjesečno|részlet|havi|termijn|termijnen|maandelijks|delbetalning|delbetala|månadsvis|per månad|avdrag|månedlig|kuukausierä|рассрочка|в рассрочку|платеж|платежа|розстрочка|оплата частинами|вноска|вноски|rate lunare|taksit|aylık|δόσεις|δόση|άτοκες|分割|分期|每月|월|할부|trả góp|cicilan|ผ่อน|قسط|أقساط|תשלומים";

export const INSTALMENT_AFTER =
  "per month|a month|each month|monthly|mo.|mo|/mo|/mo.|/month|/mth|pm|p.m.|pro monat|im monat|/monat|/ monat|mtl.|monatlich|par mois|/mois|/ mois|al mes|/mes|/ mes|mensuales|al mese|/mese|mensili|por mês|/mês|ao mês|sem juros|miesięcznie|/mies.|/ mies.|/mc|mies.|za mesiąc|měsíčně|/měs.|/měsíc|mesačne|/mes.|havonta|/hó|/hónap|per maand|/maand|p/m|i månaden|per månad|/mån|/mån.|/mnd|/mnd.|pr. md.|/md.|/md|/kk|kuukaudessa|в месяц|/мес|/мес.|в мес.|на місяць|/міс|/міс.|месечно|/lună|pe lună|/luna|/ay|aylık|/μήνα|το μήνα|/月|每月|每期|/월|/tháng|/bulan|per bulan|/เดือน|شهريا|/شهر|לחודש|x|per week|a week|/week|/wk|pro woche|per year|a year|/year|/yr|annually|pro jahr|/jahr|par an|/an|al año|/año|all'anno|/anno|/ano|rocznie|/rok|ročně|per jaar|/jaar|в год|на рік|/年|apr|today and";

/** Something in addition to the product. */
export const EXTRA =
  "shipping|delivery|postage|p&p|s&h|freight|handling|deposit|surcharge|fee|on orders over|orders over|orders above|when you spend|spend|versand|versandkosten|versandkostenfrei ab|lieferung|lieferkosten|porto|zustellung|pfand|zuzüglich|ab einem bestellwert von|bestellwert|mindestbestellwert|livraison|frais de port|frais de livraison|port|éco-part|éco-participation|eco-participation|d'éco-part|dont|davon|thereof|consigne|envío|gastos de envío|envio|gastos|spedizione|spese di spedizione|consegna|frete|entrega|portes|dostawa|wysyłka|kaucja|doprava|dopravné|poštovné|doručenie|dostava|poštnina|szállítás|szállítási díj|verzending|verzendkosten|bezorgkosten|bezorging|statiegeld|frakt|leverans|levering|fragt|pant|porto|toimitus|toimituskulut|доставка|доставки|доставкой|пересылка|доставка по|livrare|transport|kargo|teslimat|μεταφορικά|αποστολή|送料|配送料|运费|運費|邮费|배송비|배송|phí vận chuyển|vận chuyển|ongkir|ค่าจัดส่ง|شحن|توصيل|الشحن|משלוח|points|punkte|cash on delivery";

export const EXTRA_AFTER =
  "shipping|delivery|postage|p&p|s&h|freight|handling|deposit|tax|vat|gst|versand|versandkosten|lieferung|porto|pfand|mwst|mwst.|ust|ust.|de livraison|livraison|de frais|frais de port|d'éco-part|d'éco-participation|de consigne|consigne|tva|de envío|envío|gastos de envío|iva|di spedizione|spedizione|spese|de frete|frete|de portes|wysyłka|dostawa|kaucji|doprava|dopravné|poštovné|dostava|szállítás|verzendkosten|bezorgkosten|statiegeld|frakt|fragt|pant|toimitus|за доставку|доставка|livrare|kargo|μεταφορικά|送料|运费|배송비|ongkir";

/** Cancels the words before it: the current price follows. */
export const NOW =
  "now|now only|only|just|today|sale|sale price|special price|special|our price|your price|final price|deal|deal price|jetzt|jetzt nur|nur|nur noch|heute|aktion|angebot|aktionspreis|sonderpreis|neuer preis|unser preis|dein preis|ihr preis|maintenant|seulement|prix actuel|notre prix|votre prix|nouveau prix|promo|ahora|solo|sólo|precio actual|nuestro precio|oferta|adesso|ora|ora a|soltanto|il nostro prezzo|agora|por|apenas|só|por apenas|teraz|tylko|nasza cena|cena promocyjna|promocja|nyní|nyni|jen|pouze|naše cena|naša cena|akční cena|po slevě|teraz len|iba|len|akciová cena|samo|sada|akcijska cena|most|csak|akciós ár|nu|nu voor|voor|slechts|actie|nå|kun|endast|bara|nyt|vain|teraz tylko|сейчас|теперь|только|всего|цена со скидкой|наша цена|акция|зараз|лише|сега|само|acum|doar|preț nou|pret nou|şimdi|şu an|sadece|yeni fiyat|τώρα|μόνο|特価|今|販売価格|セール価格|现价|現價|活动价|促销价|판매가|할인가|chỉ còn|giá khuyến mãi|hanya|sekarang|เหลือ|ราคาพิเศษ|الآن|فقط|السعر الآن|עכשיו|רק|מחיר מבצע|best price|buy now|buy for|kaufen|kaufen für|för|za";

/** Words that only announce or describe a price: a bare number beside them is one. */
export const LABELS =
  "price|prices|unit price|cost|costs|total|subtotal|amount|est.|estimate|estimated|estimate price|offer|offer price|each|ea|item|starting|preis|preise|einzelpreis|gesamt|gesamtpreis|summe|kaufpreis|brutto|netto|nettopreis|bruttopreis|prix|prix unitaire|le prix|tarif|total|montant|precio|precio unitario|pvp|p.v.p.|p.v.p|importe|prezzo|prezzo unitario|totale|preço|valor|à vista|cena|ceny|cena brutto|cena netto|kwota|cena s dph|cena bez dph|celkem|spolu|cijena|cena|cene|ár|ára|bruttó|nettó|prijs|prijzen|totaal|pris|priser|pris fra|hinta|hind|kaina|цена|цены|стоимость|итого|ціна|вартість|цена:|ценa|preț|pret|prețul|fiyat|fiyatı|fiyat:|τιμή|価格|税込|税抜|本体価格|価格:|价格|價格|售价|售價|价|가격|판매가격|giá|giá bán|harga|ราคา|السعر|سعر|قیمت|מחיר|incl|incl.|inkl|inkl.|excl|excl.|exkl|exkl.|inc|inc.|ex|ex.|including|excluding|plus|vat|gst|tax|taxes|mwst|mwst.|ust|ust.|ttc|ht|iva|iva incl.|tva|dph|s dph|bez dph|moms|mva|alv|ндс|пдв|ддс|kdv|kdv dahil|φπα|áfa|btw|pdv|pvn|km|pvm|с|z|s|bez|des|der|die|das|le|la|les|el|il|is|of|for|für|pour|vanaf|approx|approx.|ca|ca.|circa|about|around|cca|только|par|per";

/** A text that only states that the product is free. */
export const FREE =
  "free|free of charge|for free|gratis|kostenlos|umsonst|kostenfrei|gratuit|gratuite|offert|gratuito|gratuita|grátis|bezpłatnie|bezpłatny|darmowy|za darmo|zdarma|zadarmo|brezplačno|besplatno|ingyenes|ingyen|gratuit|ilmainen|maksuta|tasuta|nemokamai|bezmaksas|бесплатно|безкоштовно|безплатно|бесплатный|ücretsiz|bedava|δωρεάν|無料|免费|免費|무료|miễn phí|percuma|ฟรี|مجانا|مجاني|مجانًا|رایگان|חינם";

/** Units of measure: a price per unit is not the product's price. */
export const MEASURES =
  "kg|kgs|g|gr|gramm|gram|grams|mg|l|lt|ltr|liter|litre|liters|litres|litro|litr|litru|ml|cl|dl|hl|m|m²|m2|m³|m3|cm|mm|km|qm|lfm|lfdm|sqm|sqft|sq ft|sq.ft|ft|ft²|yd|yard|oz|fl oz|fl. oz|floz|lb|lbs|pound|gal|gallon|pint|pt|kilo|kilogram|kilogramm|kilogramme|tonne|ton|t|kwh|wh|кг|г|гр|л|мл|м|м²|м2|см|kilogramo|litra|λίτρο|κιλό|公斤|斤|克|升|ml|гр.|meter|metre|mètre|metro|metr|100g|100ml|wash|wl|waschladung|dose|100 g|100 ml|tab|tabl|tablet|sheet|blatt|load|use|portion|serving|kapsel|capsule";

/** After a number these make it a rating. */
export const OUT_OF = "out of|von|sur|de|di|of|из|із|od|van|av|af|z|ze|dari|trên|点満点|/";
export const RATING_AFTER =
  "stars|star|sterne|stern|sternen|étoiles|étoile|estrellas|stelle|estrelas|gwiazdek|gwiazdki|hvězd|csillag|sterren|stjärnor|stjerner|tähteä|звезд|звезды|зірок|yıldız|αστέρια|★|☆|⭐|つ星|星|points|pts|%";
