const wordPattern = (...lists: readonly string[]): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${lists.join("|")})(?!\\p{L})`, "u");

/** Placeholders of a template that the page's scripts fill in later. */
const TEMPLATE = /\$\{|\{\{|\}\}|<%|%>|\[\[/;

/** Subjects whose absence is not that of the article: pictures, kinds of delivery, one branch, another option. */
const PICTURE = wordPattern(
  String.raw`(?:no |product )?(?:image|picture|photo|preview)s?|bild(?:er)?|foto\p{L}*|vorschau|aperçu|imagen|imagem|immagine|anteprima|afbeelding|zdjęci\p{L}*|podgląd|obráz\p{L}*|náhled|görsel\p{L}*|resim|kuva|slika|kép|изображени\p{L}*|фото|صورة|الصورة|תמונה`,
);
const DELIVERY = wordPattern(
  String.raw`(?:express|next[- ]day|same[- ]day|standard|home|named[- ]day) (?:delivery|shipping)|delivery|shipping|gift ?wrap\p{L}*|installation|express\p{L}*|lieferung|versand|livraison|envío|entrega|frete|spedizione|consegna|verzending|bezorging|leverans|hemleverans|frakt|fragt|toimitus|dostaw\p{L}*|kurier\p{L}*|paczkomat\p{L}*|doprav\p{L}*|doručení|zásilkovn\p{L}*|teslimat|kargo|доставк\p{L}*|التوصيل|الشحن|توصيل|شحن|משלוח`,
);
const BRANCH = wordPattern(
  String.raw`in (?:this|your|the) (?:store|branch|shop)|branch(?:es)?|showroom|filial\p{L}*|dans ce magasin|en tienda|en esta tienda|na loja|nesta loja|loja física|in negozio|in de winkel|i butik|i varuhus\p{L}*|w salon\p{L}*|w sklepie(?! internetowym)|w sklepach|stacjonarn\p{L}*|oddzia\p{L}*|na prodejn\p{L}*|poboč\p{L}*|pobočk\p{L}*|mağaza\p{L}*|şube\p{L}*|в магазин\p{L}*|филиал\p{L}*|الفرع|فرع|في المتجر|בסניף`,
);
const OPTION = wordPattern(
  String.raw`(?:this |selected |that )?(?:option|size|colou?r|variant|variation|combination)s?|größe|farbe|variante|ausführung|option|taille|couleur|talla|tamanho|taglia|colore|maat|kleur|storlek\p{L}*|färg\p{L}*|størrelse|koko|opcj\p{L}*|rozmiar\p{L}*|kolor\p{L}*|wariant\p{L}*|velikost\p{L}*|barv\p{L}*|variant\p{L}*|beden\p{L}*|numara|renk|seçenek|seçim|cor|размер\p{L}*|цвет\p{L}*|المقاس|اللون|الخيار|מידה|צבע`,
);
const UNSPACED =
  /画像|写真|イメージ|店舗|店頭|受取|配送|サイズ|カラー|图片|圖片|门店|門市|尺码|尺寸|颜色|顏色|이미지|매장|사이즈/;

/** Words of a general note: of what may happen, or of some articles. */
const GENERAL = wordPattern(
  String.raw`if|may|might|could|should|sometimes|unless|some|items that|when|in case`,
  String.raw`falls|wenn|kann|können|sollte|einige|manche|bei|si|peut|peuvent|certains|lorsque|en cas|puede|pueden|algunos|cuando|se|caso|pode|podem|alguns|algumas|quando|può|possono|alcuni|als|indien|kunnen|sommige`,
  String.raw`om|ifall|kan|vissa|när|hvis|nogle|noen|jos|voi|jeśli|jeżeli|gdy|gdyby|może|mogą|niektóre|pokud|když|může|mohou|některé|v případě|ak|môže|eğer|olabilir|bazı|durumunda|если|может|могут|некоторые|в случае`,
  "إذا|قد|بعض|في حال|אם|ייתכן",
);
const GENERAL_UNSPACED = /場合|ことがあります|一部|如果|可能|部分|경우/;

/** Whether a text is a template that is not filled in. */
export const isTemplate = (text: string): boolean => TEMPLATE.test(text);

/**
 * Whether a statement of absence is about something other than the whole article.
 * @param rest the line in lower case without the statement itself
 */
export const isOfOtherSubject = (rest: string): boolean =>
  [PICTURE, DELIVERY, BRANCH, OPTION, UNSPACED].some((words) => words.test(rest));

/** Whether a line without its statement is a general note, such as "some articles may be sold out". */
export const isGeneralNote = (rest: string): boolean => GENERAL.test(rest) || GENERAL_UNSPACED.test(rest);
