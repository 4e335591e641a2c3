import { HAN_NUMBER } from '@strata/languages/han-numbers';
import type { Language } from '@strata/languages/language-of';

export type Unit = 'day' | 'week' | 'month' | 'year';

/** How one language says relative dates, as patterns; `N` stands for a number, `U` for a unit of time and `W` for a weekday. */
export interface Sayings {
  /** By offset in days. */
  readonly days: Readonly<Record<string, number>>;
  /** Numbers from 1 on, the words for one number separated by bars; or the pattern of those in Chinese characters. */
  readonly numbers: string;
  readonly units: Readonly<Record<Unit, string>>;
  /** From Sunday on. */
  readonly weekdays: string;
  readonly ahead: string;
  readonly ago: string;
  readonly next: string;
  readonly last: string;
  readonly current: string;
  /** Its words have no spaces between them. */
  readonly isUnspaced?: true;
}

export const SAYINGS: Partial<Record<Language, Sayings>> = {
  de: {
    days: {
      vorgestern: -2,
      gestern: -1,
      'heute(?: abend| morgen| früh| nacht)?': 0,
      '(?<!guten |jeden |am )morgen': 1,
      übermorgen: 2,
    },
    numbers: 'ein|eine|einen|einem|einer zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
    units: { day: 'tag(?:en?)?', week: 'wochen?', month: 'monat(?:en?)?', year: 'jahr(?:en?)?' },
    weekdays: 'sonntag montag dienstag mittwoch donnerstag freitag samstag|sonnabend',
    ahead: 'in N U',
    ago: 'vor N U',
    next: '(?:nächste[nmrs]?|kommende[nmrs]?) (?:U|W)',
    last: '(?:letzte[nmrs]?|vergangene[nmrs]?|vorige[nmrs]?) (?:U|W)',
    current: 'diese[nmrs]? U',
  },
  es: {
    days: {
      'anteayer|antes de ayer': -2,
      'ayer|anoche': -1,
      'hoy|esta (?:noche|tarde|mañana)': 0,
      '(?<!(?:la|las|cada|esta|buena|pasado) )mañana': 1,
      'pasado mañana': 2,
    },
    numbers: 'un|una dos tres cuatro cinco seis siete ocho nueve diez once doce',
    units: { day: 'días?', week: 'semanas?', month: 'mes(?:es)?', year: 'años?' },
    weekdays: 'domingo lunes martes miércoles jueves viernes sábado',
    ahead: '(?:en|dentro de) N U',
    ago: 'hace N U',
    next: '(?:el|la) (?:próxim[oa] (?:U|W)|(?:U|W) (?:que viene|próxim[oa]))',
    last: '(?:el|la) (?:(?:U|W) pasad[oa]|pasad[oa] (?:U|W))',
    current: 'est[ae] U',
  },
  fr: {
    days: {
      'avant-hier': -2,
      '(?<!-)hier(?: soir)?': -1,
      "aujourd[’']hui|ce (?:soir|matin)|cet après-midi": 0,
      '(?<!-)demain': 1,
      'après-demain': 2,
    },
    numbers: 'un|une deux trois quatre cinq six sept huit neuf dix onze douze',
    units: { day: 'jours?', week: 'semaines?', month: 'mois', year: 'an(?:née)?s?' },
    weekdays: 'dimanche lundi mardi mercredi jeudi vendredi samedi',
    ahead: 'dans N U',
    ago: 'il y a N U',
    next: "(?:la |le |l[’'])?(?:U|W) prochaine?",
    last: "(?:la |le |l[’'])?(?:U|W) (?:derni(?:er|ère)|passée?)",
    current: 'cet(?:te)? U|ce U',
  },
  it: {
    days: {
      "l[’']altro ieri|ieri l[’']altro|altroieri": -2,
      "(?<![’']altro )ieri(?: sera)?(?! l[’']altro)": -1,
      'oggi|stasera|stamattina|stanotte': 0,
      domani: 1,
      dopodomani: 2,
    },
    numbers: 'un|una due tre quattro cinque sei sette otto nove dieci undici dodici',
    units: { day: 'giorn[oi]', week: 'settiman[ae]', month: 'mes[ei]', year: 'ann[oi]' },
    weekdays: 'domenica lunedì martedì mercoledì giovedì venerdì sabato',
    ahead: '(?:tra|fra) N U',
    ago: 'N U fa',
    next: "(?:il |la |l[’'])?(?:prossim[oa] (?:U|W)|(?:U|W) prossim[oa])",
    last: "(?:il |la |l[’'])?(?:(?:scors[oa]|passat[oa]) (?:U|W)|(?:U|W) (?:scors[oa]|passat[oa]))",
    current: "quest[oa] U|quest[’']U",
  },
  pt: {
    days: {
      anteontem: -2,
      ontem: -1,
      'hoje|esta (?:noite|tarde|manhã)': 0,
      '(?<!depois de )amanhã': 1,
      'depois de amanhã': 2,
    },
    numbers: 'um|uma dois|duas três quatro cinco seis sete oito nove dez onze doze',
    units: { day: 'dias?', week: 'semanas?', month: 'm[êe]s(?:es)?', year: 'anos?' },
    weekdays: 'domingo segunda(?:-feira)? terça(?:-feira)? quarta(?:-feira)? quinta(?:-feira)? sexta(?:-feira)? sábado',
    ahead: '(?:daqui a|dentro de|em) N U',
    ago: 'há N U(?: atrás)?|N U atrás',
    next: '(?:(?:n?[oa] )?próxim[oa] (?:U|W)|(?:n?[oa] )(?:U|W) que vem)',
    last: '(?:n?[oa] )?(?:(?:U|W) passad[oa]|passad[oa] (?:U|W))',
    current: 'n?est[ae] U',
  },
  nl: {
    days: {
      eergisteren: -2,
      gisteren: -1,
      'vandaag|vanavond|vanmorgen|vanmiddag|vannacht': 0,
      '(?<!(?:goede|elke|iedere|de) )morgen': 1,
      overmorgen: 2,
    },
    numbers: 'een|één twee drie vier vijf zes zeven acht negen tien elf twaalf',
    units: { day: 'dag(?:en)?', week: 'we(?:ek|ken)', month: 'maand(?:en)?', year: 'ja(?:ar|ren)' },
    weekdays: 'zondag maandag dinsdag woensdag donderdag vrijdag zaterdag',
    ahead: 'over N U',
    ago: 'N U geleden',
    next: '(?:volgende?|komende?|aanstaande) (?:U|W)',
    last: '(?:vorige?|afgelopen) (?:U|W)',
    current: 'deze U|dit U',
  },
  ru: {
    days: { позавчера: -2, вчера: -1, сегодня: 0, завтра: 1, послезавтра: 2 },
    numbers: 'один|одну два|две три четыре пять шесть семь восемь девять десять одиннадцать двенадцать',
    units: { day: 'день|дня|дней', week: 'недел[яюиь]', month: 'месяц(?:а|ев|е)?', year: 'год(?:а|у)?|лет' },
    weekdays: 'воскресенье понедельник вторник среду|среда четверг пятницу|пятница субботу|суббота',
    ahead: 'через N U',
    ago: 'N U назад',
    next: '(?:в |на )?следующ(?:ий|ую|ем|ей|ее) (?:U|W)',
    last: '(?:в |на )?прошл(?:ый|ую|ом|ой|ое) (?:U|W)',
    current: '(?:в |на )?эт(?:от|у|ом|ой) U',
  },
  zh: {
    days: {
      大前天: -3,
      '(?<!大)前天': -2,
      '昨天|昨晚|昨日': -1,
      '今天|今晚|今早|今日': 0,
      '明天|明晚|明早|明日': 1,
      '(?<!大)[后後]天': 2,
      '大[后後]天': 3,
    },
    numbers: HAN_NUMBER,
    units: { day: '天|日', week: '周|週|个?星期|個星期|个?礼拜', month: '个?月|個月', year: '年' },
    weekdays:
      '(?:周|星期|礼拜|週)(?:日|天) (?:周|星期|礼拜|週)一 (?:周|星期|礼拜|週)二 (?:周|星期|礼拜|週)三 (?:周|星期|礼拜|週)四 (?:周|星期|礼拜|週)五 (?:周|星期|礼拜|週)六',
    ahead: 'N(?:U)(?:之|以)?[后後]',
    ago: 'N(?:U)(?:之|以)?前',
    next: '下(?:个|個)?(?:W|U)|明(?:年)',
    last: '上(?:个|個)?(?:W|U)|去(?:年)',
    current: '这个?(?:周|月|星期)|本[周月年]|今年',
    isUnspaced: true,
  },
  ja: {
    days: {
      '一昨日|おととい': -2,
      '(?<!一)昨日|きのう|昨夜|昨晩': -1,
      '今日|きょう|今夜|今朝|今晩|本日': 0,
      '明日|あした': 1,
      '明後日|あさって': 2,
    },
    numbers: HAN_NUMBER,
    units: { day: '日', week: '週間?', month: '[かヶケヵカ]月|月', year: '年' },
    weekdays: '日曜日? 月曜日? 火曜日? 水曜日? 木曜日? 金曜日? 土曜日?',
    ahead: 'N(?:U)[後]',
    ago: 'N(?:U)前',
    next: '来(?:週の?W|週|月|年)',
    last: '先(?:週の?W|週|月)|去(?:年)|昨(?:年)',
    current: '今(?:週|月|年)',
    isUnspaced: true,
  },
  ko: {
    days: { '그저께|그제': -2, 어제: -1, 오늘: 0, 내일: 1, '(?<!\\p{L})모레': 2 },
    numbers: '한|일 두|이 세|삼 네|사 다섯|오 여섯|육 일곱|칠 여덟|팔 아홉|구 열|십 열한 열두',
    units: { day: '일', week: '주일?', month: '달|개월', year: '년' },
    weekdays: '일요일 월요일 화요일 수요일 목요일 금요일 토요일',
    ahead: 'N ?(?:U) ?[후뒤]',
    ago: 'N ?(?:U) ?전',
    next: '다음 ?(?:주 ?W|U)|내(?:년)',
    last: '지난 ?(?:주 ?W|U)|작(?:년)',
    current: '이번 ?(?:U)|올해',
    isUnspaced: true,
  },
};
