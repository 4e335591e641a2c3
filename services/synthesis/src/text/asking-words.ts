const TELL =
  'tell|give|provide|share|show|list|walk|explain|describe|summari[sz]e|remind|help|suggest|recommend|name|outline|recap|enumerate';
const SAID =
  'brought up|bring up|mention(?:ed)?|discuss(?:ed)?|talk(?:ed)? (?:about|through)|(?:spoke|speak) (?:about|of)|ask(?:ed)?(?: about)?|told you(?: about)?|said|say|covered|went over';
const NUMBER = '(?:\\d+|two|three|four|five|six|seven|eight|nine|ten)';
const ITEMS = '(?:bullet )?(?:items?|things|points|examples?|topics|entries|bullets|lines|sentences)';
const CONVERSATIONS = 'conversations?|chats?|discussions?|sessions?|messages?|requests?|questions?';
/** What a sentence begins with. */
const START = '(?<=^|[.?!] )';

const ENGLISH = [
  `(?:can|could|would|will) you(?: please)?(?: (?:${TELL}))?(?: (?:me|us))?(?: through| about| with)?`,
  `please (?:${TELL})(?: (?:me|us))?(?: through| about| with)?`,
  `${START}(?:please,? )?(?:${TELL})(?: (?:me|us))?(?: through| about| with)?(?=,? (?:the|all|every|each|my|our|in|what|which|how)(?!\\p{L}))`,
  `(?:the )?(?:order|sequence) in which|in(?:to)? (?:(?:what|which|(?:the )?(?:right|correct|proper|chronological)) )?(?:order|sequence)|chronological(?:ly)?`,
  `(?:i|we|you)(?: have| had|['’]ve)? (?:ever |first |originally |previously )?(?:${SAID})`,
  `did (?:i|we|you) (?:${SAID}|tell|recommend|suggest|advise)`,
  `(?:(?:different|various|several|specific|certain|key|main) )?(?:aspects?|topics?|concepts?|things|points)(?: of| about| related to)?`,
  `(?:throughout|across|in|during|over|from|of) (?:all )?(?:of )?(?:our|my|the|these) (?:\\p{L}+ )?(?:${CONVERSATIONS})`,
  `(?:mention|list|name|give|include)?(?: (?:me|only|exactly|just|and|at most|no more than|up to)){0,6} ${NUMBER} ${ITEMS}(?: max(?:imum)?| only| at most)?`,
  `(?:name |list |give |just |limit (?:yourself|it) to )?(?:the (?:top|first|last)|at most|no more than|up to) ${NUMBER}(?=[,.!?]|$| please)`,
  `(?:an? )?(?:(?:clear|comprehensive|complete|brief|short|detailed|full|quick|thorough) )*(?:summary|summaries|overview|recap|outline)(?: of| about| on)?(?: (?:how|what|everything|all))?`,
  `(?<=(?<!\\p{L})how (?:do|does|did) [^.?!]{1,60} )works?(?=[.?!]|$)`,
  `summari[sz]e(?: (?:how|what|everything|all))?|so far|over time|step by step|how (?:many|much|long|often)(?: different| total)?|in total`,
];

const ZAHL = '(?:\\d+|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn)';
const GERMAN = [
  `${START}(?:(?:kannst|könntest) du (?:mir |uns )?)?(?:bitte )?(?:liste|nenne|zähle?|gib|zeige?|erkläre?|beschreibe?)(?: (?:mir|uns|bitte))*`,
  `(?:die )?reihenfolge(?: auf)?,? in (?:der|welcher)|in (?:welcher|chronologischer|richtiger|der richtigen) reihenfolge`,
  `(?:wir|ich|du) (?:(?:zuerst|bisher|schon) )?(?:über|von)|(?:sprach(?:en)?|redeten?|erwähnten?)(?: (?:wir|ich|du))?(?: (?:über|von))?|(?:gesprochen|erwähnt|besprochen|diskutiert|angesprochen)(?: (?:haben|habe|hast|hatten))?`,
  `(?:nenne )?(?:(?:nur|genau|höchstens|maximal|bis zu) ){0,3}${ZAHL} (?:punkte|einträge|dinge|beispiele|themen|sätze)`,
  `(?:eine )?(?:kurze |ausführliche )?zusammenfassung|(?:einen )?überblick über`,
];

const NUMERO = '(?:\\d+|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez)';
const SPANISH = [
  `${START}(?:por favor,? )?(?:enum[eé]ra|lista|nombra|di|da|expl[ií]ca)(?:me|nos)?`,
  `el orden en (?:el )?que|en (?:qué )?orden(?: cronológico)?`,
  `(?:mencion[eéoó]|hablé|hablamos|hemos hablado|comenté|discutimos)(?: (?:de|sobre))?`,
  `(?:menciona )?(?:(?:s[oó]lo|solamente|como máximo|no más de) ){0,3}${NUMERO} (?:elementos|puntos|cosas|ejemplos|temas)`,
  `(?:un )?resumen(?: de)?`,
];

const NOMBRE = '(?:\\d+|deux|trois|quatre|cinq|six|sept|huit|neuf|dix)';
const FRENCH = [
  `${START}(?:(?:fais|donne|dresse)(?:-moi)? (?:la|une) liste|énumère|liste|nomme|explique|donne|dis)(?:-moi|-nous)?`,
  `l['’]ordre dans lequel|dans (?:l['’]|quel )ordre(?: chronologique)?`,
  `(?:dont )?(?:nous avons|on a|j['’]ai|tu as) (?:parlé|mentionné|discuté|évoqué)(?: de)?`,
  `(?:(?:seulement|au plus|au maximum) )?${NOMBRE} (?:éléments|points|choses|exemples|sujets)(?: seulement| au plus| au maximum)?`,
  `(?:un )?résumé(?: de)?`,
];

/** Ways to ask, which say nothing about the subject. */
const FRAMES = [...ENGLISH, ...GERMAN, ...SPANISH, ...FRENCH];
const ASKING = new RegExp(`(?<![\\p{L}\\p{N}])(?:${FRAMES.join('|')})(?![\\p{L}\\p{N}])`, 'giu');

/** A query without the words that only ask: "Can you list the order in which we discussed the budget?" is about the budget. */
export const withoutAsking = (query: string): string => query.replace(/\s+/gu, ' ').replace(ASKING, ' ');
