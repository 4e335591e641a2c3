import { listed, withoutAccents } from './function-words.ts';

/** The languages whose words of attributes are known, as in ISO 639-1. */
type AttributeLanguage = 'en' | 'de' | 'es' | 'fr' | 'zh' | 'ja';

/** The words by which people speak of one attribute: "I work for A" and "I started at B" are about the same. */
const ATTRIBUTES: Readonly<Record<string, Readonly<Record<AttributeLanguage, string>>>> = {
  residence: {
    en: 'live lives living reside resides residing resident residence relocate relocated relocating city town address',
    de: 'wohne wohnst wohnt wohnen wohnort wohnsitz wohnhaft umzug umgezogen umziehen lebe lebst lebt leben stadt',
    es: 'vivo vives vive vivimos viven vivir resido reside residimos residencia domicilio ciudad mudé mudo mudamos mudado mudarme mudanza',
    fr: 'habite habites habitons habitez habitent habiter vis vit vivons vivent vivre réside résidons résidence ville déménage déménagé déménageons déménagement emménagé emménage',
    zh: '住 居住 城市 搬',
    ja: '住 引っ越 町 街 都市 暮ら',
  },
  employment: {
    en: 'work works working employer employers employed employs employment employee company job hired',
    de: 'arbeite arbeitest arbeitet arbeiten arbeit arbeitgeber arbeitgeberin arbeitsplatz arbeitsstelle angestellt firma stelle job',
    es: 'trabajo trabajas trabaja trabajamos trabajan trabajar trabajando empresa empleo empleador empleadora empleado empleada puesto contrató contrataron',
    fr: 'travaille travailles travaillons travaillez travaillent travailler travail emploi employeur employeuse employé employée entreprise société poste embauché embauchée',
    zh: '工作 公司 上班 入职 任职 雇主 单位',
    ja: '働 勤め 勤務 会社 仕事 転職 入社 雇用主 職場',
  },
  favourite: {
    en: 'favorite favorites favourite favourites',
    de: '',
    es: 'favorito favorita favoritos favoritas',
    fr: 'favori favorite favoris favorites',
    zh: '最喜欢 最爱',
    ja: '一番好き',
  },
  preference: {
    en: 'like likes love loves prefer prefers preferred preference preferences enjoy enjoys enjoyed enjoying',
    de: 'mag lieber liebe liebt lieben bevorzuge bevorzugt bevorzugen gern gerne',
    es: 'prefiero prefieres prefiere preferimos prefieren preferencia gusta gustan encanta encantan',
    fr: 'préfère préfères préférons préfèrent préférence aime aimes aimons aiment',
    zh: '喜欢 偏好 爱喝 爱吃',
    ja: '好き 好む 好み',
  },
  price: {
    en: 'price prices priced cost costs costing fee fees rent salary',
    de: 'kostet kosten preis preise miete gehalt',
    es: 'cuesta cuestan precio precios alquiler pago paga pagamos pagan',
    fr: 'coûte coûtent coût coûts prix loyer',
    zh: '价格 价钱 费用 房租 工资',
    ja: '値段 価格 家賃 給料',
  },
  ownership: {
    en: 'belong belongs belonged own owns owner owners ownership owned responsible responsibility maintain maintains maintained maintainer',
    de: 'gehört gehören besitze besitzt besitzer besitzerin zuständig verantwortlich verantwortung verantwortet',
    es: 'pertenece pertenecen dueño dueña propietario propietaria responsable',
    fr: 'appartient appartiennent propriétaire responsable',
    zh: '属于 归 负责 所有',
    ja: '所有 担当',
  },
  diet: {
    en: 'vegan vegans vegetarian vegetarians vegetarianism meat fish',
    de: 'vegan veganer veganerin vegetarisch vegetarier vegetarierin fleisch fisch käse',
    es: 'vegano vegana vegetariano vegetariana carne pescado',
    fr: 'végane végan végétarien végétarienne végétalien végétalienne viande poisson',
    zh: '素食 吃素 肉',
    ja: '肉 菜食 ベジタリアン',
  },
  partnership: {
    en: 'single married marry marries marriage wedding divorced divorce engaged engagement girlfriend boyfriend fiance fiancee spouse relationship broke widowed',
    de: 'single ledig verheiratet geheiratet heirate hochzeit geschieden scheidung verlobt verlobte verlobter verlobung beziehung getrennt verwitwet',
    es: 'soltero soltera casado casada casé casamos boda divorciado divorciada divorcio prometido prometida novio novia pareja viudo viuda',
    fr: 'célibataire marié mariée marions mariage divorcé divorcée divorce fiancé fiancée fiançailles couple séparé séparée',
    zh: '单身 结婚 已婚 离婚 订婚 分手 男朋友 女朋友',
    ja: '独身 結婚 既婚 離婚 婚約 別れ 彼氏',
  },
  study: {
    en: 'study studies studying student university college degree major majoring course',
    de: 'studiere studierst studiert studieren studium student studentin studiengang universität uni hochschule',
    es: 'estudio estudias estudia estudiamos estudian estudiar estudiando estudios estudiante carrera universidad grado',
    fr: 'étudie étudies étudions étudier études étudiant étudiante université fac filière',
    zh: '大学 专业 学习 就读',
    ja: '大学 専攻 学部 学んで',
  },
  vehicle: {
    en: 'car cars drive drives driving vehicle',
    de: 'auto autos wagen fahre fährst fährt fahrzeug',
    es: 'coche coches conduzco conduces conduce conducimos carro vehículo auto',
    fr: 'voiture voitures roule roules roulons conduis conduit véhicule',
    zh: '汽车 车子 开车',
    ja: '車 自動車 愛車',
  },
  bank: {
    en: 'bank banks banking account accounts',
    de: 'bank konto konten girokonto',
    es: 'banco cuenta',
    fr: 'banque compte',
    zh: '银行 账户',
    ja: '銀行 口座',
  },
  allergy: {
    en: 'allergy allergies allergic intolerance intolerant',
    de: 'allergie allergien allergisch unverträglichkeit',
    es: 'alergia alergias alérgico alérgica alérgicos alérgicas intolerancia intolerante',
    fr: 'allergie allergies allergique allergiques intolérance intolérant',
    zh: '过敏',
    ja: 'アレルギー',
  },
  physician: {
    en: 'doctor doctors physician gp',
    de: 'arzt ärztin hausarzt hausärztin doktor',
    es: 'médico médica doctor doctora',
    fr: 'médecin docteur généraliste',
    zh: '医生 大夫',
    ja: '医者 医師 主治医',
  },
  telephone: {
    en: 'phone telephone mobile cellphone',
    de: 'telefon telefonnummer handy handynummer mobilnummer rufnummer',
    es: 'teléfono móvil celular',
    fr: 'téléphone portable mobile',
    zh: '手机 手机号 电话 号码',
    ja: '電話 電話番号 携帯',
  },
  subscription: {
    en: 'plan plans subscription subscriptions subscribe subscribed tier',
    de: 'tarif abo abonnement abonniert vertrag',
    es: 'tarifa suscripción suscrito suscrita plan abono',
    fr: 'abonnement abonné abonnée forfait formule',
    zh: '套餐 订阅 会员',
    ja: 'プラン 契約 購読 会員',
  },
};

/** Words that report a change of an attribute, and of much else: they help to find it. */
const CHANGES: Readonly<Record<string, Readonly<Partial<Record<AttributeLanguage, string>>>>> = {
  residence: { en: 'move moved moving', de: 'ziehe ziehen gezogen eingezogen' },
  employment: { en: 'started joined quit', de: 'angefangen gekündigt', es: 'empecé empezó', fr: 'commencé' },
};

/** By language the attribute of each word, in lower case and, but for Chinese and Japanese, without accents. */
const NAMES = new Map<string, Map<string, string>>();
for (const [name, lists] of Object.entries(ATTRIBUTES))
  for (const [language, list] of Object.entries(lists)) {
    const known = NAMES.get(language) ?? new Map<string, string>();
    for (const word of listed(list)) if (!known.has(keyOf(word, language))) known.set(keyOf(word, language), name);
    NAMES.set(language, known);
  }

/** The attribute that a lower-cased word of a language speaks of, such as `residence`. */
export function attributeOf(word: string, language: string): string | undefined {
  const known = NAMES.get(language);
  if (known === undefined) return undefined;
  if (!isUnspaced(language)) return known.get(keyOf(word, language));
  // Chinese and Japanese write endings together with their word.
  for (const [beginning, name] of known) if (word.startsWith(beginning)) return name;
  return undefined;
}

/** The words of a language that speak of the same attribute as a lower-cased word; none if it speaks of none. */
export function wordsOfAttribute(word: string, language: string): readonly string[] {
  const name = attributeOf(word, language);
  if (name === undefined) return [];
  return [ATTRIBUTES, CHANGES].flatMap((table) => [...listed(table[name]?.[language as AttributeLanguage] ?? '')]);
}

function keyOf(word: string, language: string): string {
  return isUnspaced(language) ? word : withoutAccents(word);
}

/** Whether a language writes no spaces between words. */
export function isUnspaced(language: string): boolean {
  return language === 'zh' || language === 'ja';
}
