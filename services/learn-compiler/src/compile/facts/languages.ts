import { attributeOf, isUnspaced } from '@strata/languages/attributes';
import { FUNCTION_WORDS, withoutAccents } from '@strata/languages/function-words';
import { languageOf } from '@strata/languages/language-of';
import { stem } from '@strata/languages/stem';

/** The languages whose claims are read. */
export type ClaimLanguage = 'en' | 'de' | 'es' | 'fr' | 'zh' | 'ja';

/** What the reading of claims knows of one language. */
interface LanguageWords {
  /** Words that name neither a subject nor a value. */
  readonly functionWords: ReadonlySet<string>;
  /** Stems of words that occur in claims about anything: they weigh little. */
  readonly generalStems: ReadonlySet<string>;
  /** A claim with these says how things are from now on: "now", "instead", "switched to". */
  readonly update: RegExp;
  /** A claim with these corrects an earlier one: "I meant". */
  readonly correction: RegExp;
  /** A claim with these says that something has ended: "stopped", "cancelled". */
  readonly ending: RegExp;
  /** A claim with these says that something is not. */
  readonly negation: RegExp;
  /** A claim with these says what happened once: no state that lasts. */
  readonly happened: RegExp;
  /** A sentence with these speaks to the listener about the listener: no claim about the speaker or the world. */
  readonly talk: RegExp;
  /** A clause with these asks for something to be done, or says what the speaker wants to do. */
  readonly request: RegExp;
  /** A request with these is about all that follows, or takes the place of an earlier one: "from now on", "instead". */
  readonly standing: RegExp;
}

/** The words of grammar of a language, and others that name neither a subject nor a value. */
function functionWords(language: 'en' | 'de' | 'es' | 'fr', others: string): ReadonlySet<string> {
  return new Set([...(FUNCTION_WORDS.get(language) ?? []), ...[...wordSet(others)].map(withoutAccents)]);
}

/** A lower-cased word without its ending and accents. Japanese writes endings in hiragana. */
export function stemOf(word: string, language: ClaimLanguage): string {
  // The stemmer keeps this ending of verbs: "sie kommt", "sie kommen".
  if (language === 'de') return withoutAccents(stem(word, 'de')).replace(/(?<=\p{L}{3}[^aeioust])t$/u, '');
  if (language === 'ja') return word.replace(/\p{Script=Hiragana}+$/u, '') || word;
  return language === 'zh' ? word : withoutAccents(stem(word, language));
}

const stems = (language: ClaimLanguage, words: string): ReadonlySet<string> =>
  new Set([...wordSet(words)].map((word) => stemOf(word, language)));

/** Words with spaces between them. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/u));
/** Any of the expressions as whole words; letters and marks on either side make another word of it. */
const whole = (expressions: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{M}])(?:${expressions
      .trim()
      .split(/\s*\|\s*|\s*\n\s*/u)
      .filter((one) => one !== '')
      .join('|')})(?![\\p{L}\\p{M}])`,
    'iu',
  );
/** Words of a greeting or a list that may stand before a command. */
const BEFORE_COMMAND =
  /^[\s"'“„«*•–—-]*(?:\d{1,2}[.)]\s+)?(?:(?:hi|hello|hey|ok|okay|so|and|then|now|also|great|hallo|und|dann|jetzt|also)(?: there)?[\s,:!]+){0,3}/u
    .source;
/**
 * Any of the expressions as whole words; or a clause that begins with one of the verbs, as a command does. A word of `stated` in such
 * a clause shows that it is no command: "Test servers are slow."
 */
const orCommand = (expressions: string, verbs: string, stated: string): RegExp =>
  new RegExp(`${whole(expressions).source}|${BEFORE_COMMAND}${whole(verbs).source}(?!.*${whole(stated).source})`, 'iu');
/** Any of the expressions, wherever they stand: for languages without spaces between words. */
const anywhere = (expressions: string): RegExp => new RegExp(expressions.trim().split(/\s+/u).join('|'), 'u');

export const LANGUAGES: Readonly<Record<ClaimLanguage, LanguageWords>> = {
  en: {
    functionWords: functionWords(
      'en',
      `mine us one done shall might must since though without onto near close next beside never yes really quite just still already yet even much many every either neither sorry well oh okay ok actually today currently nowadays anymore longer instead lately recently s t d m ll re ve day days time called named name last moved switched changed meant mean said wrong correction wait mixed ago soon till`,
    ),
    generalStems: stems(
      'en',
      `
      like love want need help use get go take make have think know feel keep give gave put set see look try work let say tell find come start begin
      good better best nice new old big small same other thing way lot bit`,
    ),
    update:
      whole(String.raw`(?<!(?:while|time|days|weeks|months|years|ages) )now|nowadays|currently|these days|from (?:today|tomorrow|now|then|this|next|\w+day)(?: on)?|as of|since(?! (?:i|we|it|you|he|she|they|there|that)(?!\p{L}))|instead|again|after all
      |any ?more|no longer|lately|recently|at last|finally|from version
      |chang(?:e|es|ed|ing)|switch(?:es|ed|ing)?|mov(?:es|ed|ing)|replac(?:e|es|ed|ing)|became|becomes|started|joined|left|(?<!n['’]t )quit|sold|bought|traded|swapped|transferred|retired|resigned|stepped down|got (?:a new|married|engaged|divorced|promoted)
      |went (?:to|up|down)|passed to|handed (?:over|to)|taken? over|took over|rose|raised|dropped|fell|grew|cut|increased?|decreased?|lowered|reduced|upgraded|downgraded|migrated
      |postponed|rescheduled|extended|brought forward|pushed (?:back|to)|put off|slips|slipped|delayed|is taken|takes place in
      |this (?:week|month|quarter|year)|back to|relocated|my new|our new|new one|hired|updated?`),
    correction: whole(
      String.raw`i meant|correction|i said it wrong|my mistake|my bad|mixed up|mis(?:spoke|typed|spelled|read|heard|remembered)|make that|typo|(?<!n['’]t )wait(?=[,.:;!]| no | a (?:second|minute|moment))|sorry(?=[,.:;!]| i (?:meant|said))|oops|i was wrong|should (?:be|have been|read)|not right|let me correct`,
    ),
    ending: whole(
      String.raw`no longer|no more|any ?more|stopped|gave up|given up|giving up|done with|(?<!n['’]t )quit|cancel(?:l?ed|s|ling)|called off|broke up|died|passed away|sold|ended|ends|finished|closed|free of`,
    ),
    negation: whole(String.raw`not|cannot|\w+n['’]t|no|never|without`),
    happened: whole(
      String.raw`was|were|had|did|went|saw|got|made|took|came|told|said|ate|met|found|gave|felt|thought|knew|bought|lost|won|ran|wrote|heard|left|spent|brought|began|broke|(?<!\b(?:is|are|am|be|been|being|get|a|an|the|my|our) )(?<!['’](?:m|re) )(?!called|named|located|based|decided|agreed|settled|married|retired|based|need|indeed|speed|feed)\w{3,}ed`,
    ),
    talk: whole(
      String.raw`you|your|yours|yourself|let's|let’s|thanks|thank you|wow|congrat\w*|sounds (?:good|great|like)|glad|happy to|when i ask`,
    ),
    request: orCommand(
      String.raw`please|(?:i|we)(?: (?:just|also|really|would|still|now)|['’]d)* (?:want|need|like|love|wish|prefer) to(?! be)|(?:i|we)(?:['’]m|['’]re|\sam|\sare) (?:hoping|looking|trying|planning) to|(?:i|we)(?:['’]d\slike|\sneed|\swant|\swould\slike|\scould\suse)(?:\ssome)? (?:help|assistance)|(?:i|we)(?: (?:just|also|really|still|now))*(?:\swant|\sneed|['’]d\slike|\swould\slike) (?:an?|some|another)|(?:i|we)(?: (?:just|also|really|still|now))* need the`,
      String.raw`add|analy[sz]e|approve|archive|arrange|ask|assign|attach|backfill|back up|book|build|bump|buy|calculate|cancel|change|check|clean(?: up)?|clear|close|commit|compare|compile|compute|configure|connect|convert|copy|correct|count|create|debug|delete|deploy|design|disable|document|download|draft|draw|drop|edit|email|enable|evaluate|exchange|expand|export|extend|extract|fetch|fill in|find(?: out)?|fix|generate|get|help|implement|import|improve|inspect|install|investigate|invite|launch|lint|look|make|merge|migrate|modify|move|open|optimi[sz]e|order|organi[sz]e|parse|plan|play|plot|post|prepare|profile|publish|pull|push|read|rebase|rebuild|recommend|reduce|refactor|refund|register|release|remind (?:me|us)|remove|rename|render|repair|replace|reproduce|rerun|research|reserve|reset|resolve|restart|restore|retry|return|revert|review|rewrite|roll (?:back|out)|rotate|run|save|scan|schedule|search|send|ship|show (?:me|us) (?:the|an?|all|my|our|how|what|which|where)|simplify|simulate|solve|split|start|submit|suggest|summari[sz]e|switch|test|train|transfer|translate|trigger|try|undo|uninstall|update|upgrade|upload|validate|verify|write`,
      'is|are|was|were|has|had|will|takes?|costs?|means?',
    ),
    standing: whole(
      String.raw`from (?:today|tomorrow|now|then|this|next|\w+day)(?: on)?|as of|in (?:the )?future|going forward|instead|again|back to|no longer|any ?more|always|never|every (?:time|\w+day)|(?:once|twice|times) (?:a|per) \w+`,
    ),
  },
  de: {
    functionWords: functionWords(
      'de',
      `meinte unseren ihren hatten gegen nie nein mal dort heute inzwischen mittlerweile derzeit heißt`,
    ),
    generalStems: stems(
      'de',
      `mag möchte will brauche gehen gehe geht machen mache macht nehmen nehme nimmt haben finde gut besser neu alt groß klein viel`,
    ),
    update:
      whole(String.raw`jetzt|nun|inzwischen|mittlerweile|neuerdings|ab (?:heute|sofort|morgen|jetzt)|seit|stattdessen|wieder|doch|nicht mehr|derzeit|aktuell|zuletzt|endlich|diese woche|ab version
      |geändert|ändert|gewechselt|wechsl?e|umgezogen|umzug|verlegt|verschoben|verschiebt|ersetzt|umgestiegen|steige um|wurde (?:auf|zu)|gestiegen|steigt|gesunken|erhöht|gesenkt|gekürzt|neue[rsnm]?|angefangen|begonnen|übernommen|gehört jetzt|ging an|umgestellt|gekauft|verkauft|getauscht|eingetauscht|verlängert|verlängern|in rente|ausgeschieden|übertragen|geheiratet|künftig|ab jetzt`),
    correction: whole(
      String.raw`ich meinte|ich meine|gemeint (?:war|ist)|korrektur|falsch|irrtum|mein fehler|entschuldigung|sorry|verzeihung|(?:halt|moment)(?=[,.:;!])|vertippt|verwechselt|versprochen|richtig ist|nein`,
    ),
    ending: whole(
      String.raw`nicht mehr|kein\p{L}*(?= (?:\S+ ){0,2}mehr)|aufgehört|schluss gemacht|abgebrochen|abgeschafft|getrennt|abgesagt|fällt aus|entfällt|gestorben|verkauft|vorbei|beendet|gekündigt`,
    ),
    negation: whole(String.raw`nicht|kein|keine|keinen|keinem|keiner|nie|ohne|statt`),
    happened: whole(
      String.raw`war|waren|hatte|hatten|wurde|wurden|ging|kam|sah|machte|sagte|fand|gab|(?:habe|hat|haben) [^.]{0,60}ge\p{L}+(?:t|en)|(?:bin|ist|sind) [^.]{0,60}(?:gegangen|gekommen|gefahren|geflogen|gelaufen|gereist|geblieben|geworden|gewesen|gestorben|gefallen|gestiegen|geschwommen|gerannt|gewandert|gezogen)`,
    ),
    talk: whole(String.raw`du|dich|dir|dein\p{L}*|ihr|euch|danke|klingt gut|könnten sie|können sie`),
    request: orCommand(
      String.raw`bitte|(?:ich|wir) (?:möchten?|will|wollen|würden? gerne?|hätten? gerne?|muss|müssen|brauchen?)(?= .*en$)|(?:ich|wir) (?:brauchen?|bräuchten?) hilfe|(?:ich|wir) (?:möchten?|hätten? gerne?|brauchen?|bräuchten?|will|wollen) (?:noch )?ein(?:e[nmrs]?)?|(?:ich|wir) (?:brauchen?|bräuchten?) (?:den|die|das)`,
      String.raw`aktualisiere|analysiere|ändere|baue?|behebe|benenne|berechne|bereinige|bestelle|buche|ersetze|erstelle|erzeuge|erinnere? (?:mich|uns)|exportiere|finde|füge|importiere|installiere|kaufe?|kopiere|korrigiere|lade|lösche|öffne|plane|prüfe|reserviere|repariere|schicke?|schließe|schreibe?|sende|speichere|starte|stoppe|storniere|suche?|teste|überprüfe|übersetze|verbessere|vergleiche|verschiebe|veröffentliche|zeige? (?:mir|uns)`,
      'ist|sind|war|waren|hat|hatte|wird|kostet|dauert|ich|wir',
    ),
    standing: whole(
      String.raw`ab (?:heute|sofort|morgen|jetzt|nun)|künftig|zukünftig|in zukunft|stattdessen|wieder|nicht mehr|immer|nie|jede[nrs]? (?:mal|\p{L}+tag|mittwoch)|(?:mal|\p{L}+mal) (?:am|pro|im|in der) \p{L}+`,
    ),
  },
  es: {
    functionWords: functionWords(
      'es',
      `nuestros fui u hacia cerca tras nunca menos solo todavía hoy actualmente estas mes perdón favor vez quise llama dejé dejó hace`,
    ),
    generalStems: stems(
      'es',
      `quiero tengo tiene tenemos hago hace hacer ir voy va tomar tomo pago gusta bueno mejor nuevo nueva viejo`,
    ),
    update:
      whole(String.raw`ahora|ya no|actualmente|últimamente|desde|a partir de|en (?:vez|lugar) de|otra vez|de nuevo|por fin|finalmente|al final|esta semana
      |cambi(?:é|o|ó|amos|aron|ado)|mud(?:é|amos|ado|ó)|pas(?:é|ó|amos|aron) al?|traslad\p{L}*|aplaz\p{L}*|pospus\p{L}*|retras\p{L}*|adelant\p{L}*|sub(?:ió|ieron|ido|e)|baj(?:ó|aron|ado)|reempla\p{L}*|sustitu\p{L}*|nuev[oa]s?|empec(?:é|amos)|empezó|dej(?:é|ó|amos)|vend(?:í|ió|imos)|transf(?:erí|irió|erido)|traspas(?:é|ó|ado)|se (?:fue|fueron|marchó|jubiló)|renunció|prorrog(?:ó|aron|ado)|ampli(?:ó|aron|ado)|casé|casamos|casó|volv(?:í|ió)(?= a )|vuelto(?= a )`),
    correction: whole(
      String.raw`quise decir|quiero decir|perdón|corrección|me equivoqué|error mío|espera(?=[,.:;!])|disculpa|mejor dicho|es decir|confundí`,
    ),
    ending: whole(
      String.raw`ya no|dej(?:é|ó|amos|aron|ado)|cancel\p{L}*|di(?:mos|o)? de baja|abandon\p{L}*|suspend\p{L}*|mur(?:ió|ieron)|muerto|terminó|acabó|vend(?:í|ió|imos)`,
    ),
    negation: whole(String.raw`no|nunca|sin|ningun[oa]?`),
    happened: whole(
      String.raw`fui|fue|fueron|era|eran|estaba|tuve|tuvo|hice|hizo|dije|dijo|vi|vio|(?!caf|beb|qu|porqu|com)\p{L}{2,}(?:é|ó|aron|ieron|aba|aban|ía|ían)`,
    ),
    talk: whole(String.raw`tú|te|ti|tus?|usted(?:es)?|gracias|puedes|podrías`),
    request: whole(
      String.raw`por favor|(?:quiero|queremos|quisiera|quisiéramos|necesito|necesitamos|me gustaría|nos gustaría|quería|tengo que) \p{L}+[aeií]r(?:me|te|se|nos|lo|la|los|las)?|(?:necesito|necesitamos) ayuda|(?:quiero|queremos|quisiera|quisiéramos|necesito|necesitamos|me gustaría|nos gustaría) un[ao]?s?|(?:necesito|necesitamos) (?:el|la|los|las)|(?:recuérda|muéstra|enséña)(?:me|nos)`,
    ),
    standing: whole(
      String.raw`a partir de|desde (?:ahora|hoy)|de ahora en adelante|en adelante|en el futuro|en (?:vez|lugar) de|otra vez|de nuevo|ya no|siempre|nunca|cada (?:vez|lunes|martes|miércoles|jueves|viernes|sábado|domingo)|(?:vez|veces) (?:al|por|a la) \p{L}+`,
    ),
  },
  fr: {
    functionWords: functionWords(
      'fr',
      `sommes êtes dont combien sous vers près jusque non jamais oui déjà seulement maintenant désormais aujourd hui actuellement pardon voulais appelle`,
    ),
    generalStems: stems(
      'fr',
      `veux ai fais fait faire aller vais va prendre prends aime bon mieux nouveau nouvelle vieux`,
    ),
    update:
      whole(String.raw`maintenant|désormais|dorénavant|actuellement|à présent|ces temps-ci|depuis|à partir de|à la place|plutôt|de nouveau|à nouveau|finalement|enfin|ne(?= \S+(?: \S+)? plus)|plus(?= (?:de|du))|cette semaine
      |chang\p{L}*|déménag\p{L}*|pass(?:é|ons|és|e) (?:à|au)|report\p{L}*|décal\p{L}*|avanc\p{L}*|repouss\p{L}*|remplac\p{L}*|augment\p{L}*|mont(?:é|e)|baiss\p{L}*|nouveau|nouvelle|commenc\p{L}*|arrêt\p{L}*|quitt\p{L}*|vend(?:u|us)|rachet\p{L}*|repris|transfér\p{L}*|prolong\p{L}*|(?:est|sont) partie?s?|retraite|démissionné|échang\p{L}*|(?:suis|sommes) mariée?s?`),
    correction: whole(
      String.raw`je voulais dire|je veux dire|pardon|correction|erreur|je me suis trompée?|attends(?=[,.:;!])|désolée?(?=[,.:;!])|excuse[sz]?|plutôt`,
    ),
    ending: whole(
      String.raw`ne(?= \S+(?: \S+)? plus)|n(?=['’]\S+(?: \S+)? plus)|arrêté|annul\p{L}*|résili\p{L}*|abandonné|morte?s?|décédée?s?|fini|terminé|vendue?`,
    ),
    negation: whole(String.raw`ne|n['’]\S+|pas|jamais|sans|aucune?`),
    happened: whole(
      String.raw`(?:ai|as|a|avons|avez|ont|été) (?!trois|six|dix)\p{L}+(?:é|ée|és|i|u|us|ue|it|is)
      |(?:suis|es|est|sommes|êtes|sont) (?:allé|venu|parti|arrivé|entré|sorti|né|devenu|resté|tombé|monté|descendu|rentré|revenu|retourné|passé)e?s?|(?:me|se) (?:suis|sont|est) \p{L}+|s['’](?:est|étaient) \p{L}+|était|étaient|avait|avaient|\p{L}{3,}(?:ais|ait|aient)`,
    ),
    talk: whole(String.raw`tu|te|toi|tes?|vous|votre|vos|merci|peux-tu|pouvez`),
    request: whole(
      String.raw`s['’]il (?:te|vous) pla[iî]t|(?:je|nous) (?:veux|voulons|voudrais|voudrions|souhaite|souhaitons|dois|devons) \p{L}+(?:er|ir|re|oir)|(?:j['’]|nous )aimer(?:ais|ions) \p{L}+(?:er|ir|re|oir)|(?:j['’]ai|nous avons) besoin d['’](?:aide|une?)|(?:je veux|nous voulons|je voudrais|nous voudrions|j['’]aimerais|nous aimerions|il me faut|il nous faut) une?|(?:il me|il nous) faut (?:les?|la)|(?:rappelle|rappelez|montre|montrez)-(?:moi|nous)`,
    ),
    standing: whole(
      String.raw`à partir de|désormais|dorénavant|à l['’]avenir|à la place|plutôt|de nouveau|à nouveau|ne(?= \S+(?: \S+)? plus)|toujours|jamais|chaque (?:fois|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)|fois par \p{L}+`,
    ),
  },
  zh: {
    functionWords: wordSet(
      `我 我们 你 你们 他 她 它 他们 的 地 得 了 着 过 是 在 有 和 与 跟 也 都 就 还 很 更 最 这 那 这个 那个 哪 哪个 什么 多少 怎么 谁 吗 呢 吧 啊 呀 请 把 被 给 对 从 到 于 为 不 没 没有 现在 目前 如今 最近 已经 又 再 每 个 只 家 说 叫`,
    ),
    generalStems: stems('zh', `喜欢 想 要 用 去 来 做 看 吃 喝 好 新 大 小`),
    update: anywhere(
      `现在 目前 如今 最近 从今 从今天 以后 改 换 搬 调整 涨 降 升 变 重新 还是 终于 不再 新的 推迟 提前 延期 更新 取代 代替 接手 移交 买了 卖了 开始 延长 转到 离职 退休 调走 结婚了 复合`,
    ),
    correction: anywhere(`我是说 我的意思 更正 说错 搞错 弄错 抱歉 不好意思 对不起 应该是 纠正`),
    ending: anywhere(`不再 取消 停止 戒 去世 死了 卖了 卖掉 退了 退掉 结束 作废 分手 不(?=.{1,12}了)`),
    negation: anywhere(`不 没`),
    happened: anywhere(`昨天 前天 去过 看过 吃过 上周 刚才`),
    talk: /你|您|谢谢|听起来/u,
    request:
      /^请|，请|帮我|麻烦|我(?:们)?(?:想要?|需要|要)(?=(?:取消|预订|预定|订|退|换|改|修改|更改|查|购买|买|申请|办理|部署|添加|删除|了解|知道))/u,
    standing: anywhere(`从今 从现在 以后 今后 还是 重新 不再 总是 每次 一律`),
  },
  ja: {
    functionWords: wordSet(
      `私 僕 俺 私たち あなた 彼 彼女 これ それ あれ ここ そこ この その あの どの どこ 何 いつ 誰 いくら です ます でした ました する した いる ある なる 今 現在 もう また とても こと もの ため よう さん`,
    ),
    generalStems: stems('ja', `好き 行く 使う 飲む 食べる 見る 新しい`),
    update: anywhere(
      `今は 今では 現在 最近 今後 これから 今日から 今週 代わり やっぱり やはり 変わ 変え 変更 引っ越 移 上が 下が 増え 減 新しい 延期 早ま ずれ 延び 延長 退職 異動 引退 値上が 値下が 切り替え 乗り換え 買い替え 結婚し 転職 始め なりました になった もう一度 再び`,
    ),
    correction: anywhere(`訂正 間違え 間違い すみません ごめん じゃなくて ではなく 正しくは 言い間違`),
    ending: anywhere(`もう(?=.{0,12}(?:ない|ません)) やめ 辞め 止め 中止 解約 退会 退学 キャンセル 亡くな 死 売 終わ`),
    negation: anywhere(`ない ません なくな`),
    happened: anywhere(`昨日 おととい 先週 ました。$ でした。$ 行った 見た`),
    talk: /あなた|ありがとう|ください/u,
    request: /お願い|して(?:ほしい|欲しい|もらいたい|いただきたい)|たい(?:です|のですが|んですが)?[。]?$/u,
    standing: anywhere(`これから 今後 今日から 以降 次から 代わり 再び もう一度 いつも 必ず`),
  },
};

/** What the words of a text are that say how it changes what was said before. */
export const CHANGES = Object.fromEntries(
  Object.entries(LANGUAGES).map(([language, { update, correction, ending }]) => {
    const any = [update, correction, ending].map(({ source }) => source).join('|');
    return [language, isUnspaced(language) ? new RegExp(`^(?:${any})`, 'u') : new RegExp(any, 'giu')];
  }),
) as Readonly<Record<ClaimLanguage, RegExp>>;

/** The attribute that people state of anything. */
export const PREFERENCE = '=preference';

/** A figure with a currency is a price, whether it is called one or not. */
export const PRICE = '=price';

/** Of each kind of thing, people have one favourite. */
export const FAVOURITE = '=favourite';

/** What a German compound names the favourite of: "essen" in "lieblingsessen". */
export const favouriteThing = (word: string): string | undefined => /^lieblings(\p{L}{3,})$/u.exec(word)?.[1];

/** The attribute that a lower-cased word speaks of, as `=residence`. */
export function attributeWord(word: string, language: ClaimLanguage): string | undefined {
  if (favouriteThing(word) !== undefined) return FAVOURITE;
  const name = attributeOf(word, language);
  return name === undefined ? undefined : `=${name}`;
}

/** Whether the words of an attribute are its values: of those who are vegan or engaged, nothing more need be said. */
export const isValue = (attribute: string): boolean => attribute === '=diet' || attribute === '=partnership';

export const isAttribute = (word: string): boolean => word.startsWith('=');

/** A word for what is counted: it weighs little beside its number. */
export const UNIT =
  /^(?:h|uhr|euros?|dollars?|pounds?|francs?|yen|cents?|percent|prozent|por\s?ciento|kilos?|kg|grams?|km|kilomet\w+|miles?|met(?:er|re)s?|gb|mb|tb|ms|seconds?|minutes?|hours?|days?|mornings?|evenings?|nights?|weeks?|months?|years?|monat\w*|wochen?|jahre?n?|tage?n?|morgen|abende?|stunden?|minuten?|sekunden?|mes(?:es)?|semanas?|días?|mañanas?|noches?|años?|horas?|minutos?|segundos?|mois|semaines?|jours?|matins?|soirs?|ans?|années?|heures?|secondes?|元|每[天日周月年晚]|天|早上|晚上|月|円|分钟|小时|毎[日朝晩週月年]|週)$/u;

/** The detection can take a short text for a related language. */
const NEARBY: Readonly<Record<string, ClaimLanguage>> = { pt: 'es', it: 'es', nl: 'de' };

/** The perfect tense of Spanish: its small words are those of English as well ("me", "he", "a"). */
const SPANISH = /(?<!\p{L})(?:(?:me|te|se|lo|la|le) h[ae]|nos hemos|se han) \p{L}+[ai]do(?!\p{L})/iu;

/** The language of a text if its claims are read, else English: figures and names can be read in any language. */
export function claimLanguage(text: string): ClaimLanguage {
  const language = languageOf(text) ?? 'en';
  if (language === 'en' && SPANISH.test(text)) return 'es';
  return language in LANGUAGES ? (language as ClaimLanguage) : (NEARBY[language] ?? 'en');
}
