import type { AlphabetLanguage } from '@strata/languages/function-words';
import { CONTENT, isSmallTalk, languagesOf, wordsOf } from './small-talk.ts';
import { sentencesOf } from './side-text.ts';

/** How a sentence announces what its speaker does next. Its words are in lower case, without accents and punctuation. */
interface Announcement {
  /** "now let me look": up to the verb. */
  readonly opening: RegExp;
  /** A word that brings more: a reason, a condition, an exception, a means, a time. */
  readonly more: RegExp;
}

/** A longer sentence says more than what comes next. */
const MOST_WORDS = 20;
const MOST_CHARACTERS = 400;
/** Code, a quoted text, a file (`http.log`), or what follows a colon. */
const DETAIL = /["“”„«»`=:;()*]|(?<=\p{L})[._]\p{L}|\p{Ll}\p{Lu}/u;
/** A capital within a sentence is a name. German has it in every noun. */
const NAME = /[\p{L},] \p{Lu}\p{L}/u;

/**
 * By language. The verb is one of looking, trying or beginning: who announces a change, an answer or a promise says what it is
 * about.
 */
const ANNOUNCEMENTS: ReadonlyMap<AlphabetLanguage, Announcement> = new Map([
  [
    'en',
    announcement(
      `(?:(?:now|first|next|then|also|so|and|finally|ok|okay|alright|great|good|perfect|excellent|sure) )*
      (?:let me|let us|let s|i ll|i will|i m going to|i m about to|i am going to|i am about to|we ll|we will)
      (?: (?:now|first|next|then|also|just|quickly|try to|go ahead and|start by|begin by|continue to|proceed to))*
      (?: (?:double check|check|checking|look|looking|see|view|read|reading|examine|examining|inspect|review|verify|search|searching|find|explore|exploring
      |investigate|analyze|analyse|understand|run|running|rerun|test|testing|start|begin|continue|proceed|take a look|take a closer look|pull up|list|retrieve|fetch))`,
      'because|since|but|instead|which|who|whose|why|until|unless|although|though|without|always|never|not|no|must|should|only|before|after|when|once|by|using|with|avoid|prevent|tomorrow|tonight|later|every|daily|weekly|week|month|(?<!(?:verify|ensure|sure|confirm|see|check|show) )that',
    ),
  ],
  [
    'de',
    announcement(
      `(?:(?:zuerst|zunachst|jetzt|nun|dann|als nachstes|gut|ok|okay) )*
      (?:(?:lass mich|lassen sie mich|ich werde)(?: \\p{L}+){0,12} (?:prufen|uberprufen|ansehen|anschauen|nachsehen|nachschauen|lesen|suchen|untersuchen|testen|durchsuchen|analysieren)$
      |(?:ich )?(?:prufe|uberprufe|schaue|sehe|lese|suche|untersuche|teste|durchsuche|analysiere)(?: (?:ich|mir|jetzt|nun|zuerst|zunachst|als nachstes|kurz|mal))+)`,
      'weil|da|aber|sondern|statt|ohne|mit|bis|immer|nie|nicht|kein|keine|muss|sollte|warum|bevor|nachdem|nur|wenn|morgen|spater',
    ),
  ],
  [
    'es',
    announcement(
      `(?:(?:ahora|primero|luego|despues|bien|vale|ok) )*(?:dejame|dejeme|permiteme|permitame|voy a|vamos a)(?: (?:primero|ahora|tambien))*
      (?: (?:ver|mirar|revisar|comprobar|verificar|leer|buscar|examinar|ejecutar|probar|empezar|consultar|analizar|explorar))`,
      'porque|pero|sino|sin|con|hasta|siempre|nunca|no|debe|antes|despues|solo|cuando|manana',
    ),
  ],
  [
    'fr',
    announcement(
      `(?:(?:maintenant|d abord|tout d abord|ensuite|puis|bien|bon|ok) )*(?:laissez moi|laisse moi|je vais|nous allons)(?: (?:d abord|maintenant|aussi|ensuite))*
      (?: (?:voir|regarder|verifier|lire|chercher|rechercher|examiner|executer|lancer|tester|commencer|consulter|analyser|explorer))`,
      'parce|car|mais|sans|avec|jusqu|toujours|jamais|ne|pas|doit|avant|apres|seulement|quand|pourquoi|demain',
    ),
  ],
  [
    'it',
    announcement(
      `(?:(?:ora|adesso|prima|poi|bene|ok) )*(?:fammi|mi faccia|lasciami|mi lasci|vado a|sto per)(?: (?:prima|ora|anche))*
      (?: (?:vedere|guardare|controllare|verificare|leggere|cercare|esaminare|eseguire|provare|iniziare|consultare|analizzare|esplorare))`,
      'perche|ma|senza|con|finche|sempre|mai|non|deve|dopo|solo|quando|domani',
    ),
  ],
  [
    'pt',
    announcement(
      `(?:(?:agora|primeiro|depois|bem|certo|ok) )*(?:deixe me|deixa me|deixa eu|deixe eu|vou|vamos)(?: (?:primeiro|agora|tambem))*
      (?: (?:ver|olhar|verificar|checar|conferir|ler|procurar|buscar|examinar|executar|rodar|testar|comecar|consultar|analisar|explorar))`,
      'porque|mas|sem|com|ate|sempre|nunca|nao|deve|antes|so|quando|amanha',
    ),
  ],
  [
    'nl',
    announcement(
      `(?:(?:nu|eerst|dan|vervolgens|goed|ok|oke) )*(?:laat me|laten we|ik ga|ik zal)(?: \\p{L}+){0,12}
      (?: (?:kijken|bekijken|controleren|nakijken|lezen|zoeken|opzoeken|onderzoeken|testen|nagaan))$`,
      'omdat|maar|zonder|met|tot|altijd|nooit|niet|geen|moet|voordat|nadat|alleen|als|morgen|later',
    ),
  ],
]);

/** "One moment, please." */
const ASKS_TO_WAIT =
  /^(?:please )?(?:(?:hold on|wait|bear with me) ?(?:for )?)?(?:(?:just )?(?:a|one) (?:moment|second|minute))?(?: ?please)?$/u;

/** The same in scripts without spaces, in a short sentence. */
const UNSPACED = [
  /^(?:现在|首先|接下来)?[，,]?(?:让我|我(?:先|来|现在))(?:先|来|再)?(?:看|查看|查一下|检查|读|阅读|搜索|查找|确认|运行|测试|分析)\p{Script=Han}{0,12}[。！]?$/u,
  /^(?:まず|では|次に|それでは|これから|最初に)[、,]?[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{0,15}(?:確認し|調べ|見て|読んで|検索し|実行し|テストし)(?:て?み)?ま(?:す|しょう)[。！]?$/u,
  /^(?:먼저|이제|우선|다음으로),? (?:\p{Script=Hangul}{1,8} ){0,4}(?:확인|검토|조회|검색|실행|테스트|살펴|읽어|찾아)(?:해 ?보|보|하)?(?:겠습니다|할게요|볼게요)[.。!]?$/u,
];

function announcement(opening: string, more: string): Announcement {
  return {
    opening: new RegExp(`^${opening.replace(/\s*\n\s*/gu, '')}(?!\\p{L})`, 'u'),
    more: new RegExp(`(?<!\\p{L})(?:${more})(?!\\p{L})`, 'u'),
  };
}

/**
 * Whether a message of a program only announces its next step: "Great! Let me look at the file first." Any other sentence that is no
 * small talk, a name, a number, code and a reason make it more.
 */
export function isAnnouncement(text: string): boolean {
  if (text.length > MOST_CHARACTERS) return false;
  const sentences = sentencesOf(text.replace(/(?::|\.{2,}|…)$/u, '.'));
  const announcing = sentences.filter(announces);
  return announcing.length > 0 && sentences.every((one) => announcing.includes(one) || isFiller(one));
}

const isFiller = (sentence: string): boolean =>
  isSmallTalk(sentence) || (!CONTENT.test(sentence) && ASKS_TO_WAIT.test(wordsOf(sentence).join(' ')));

function announces(sentence: string): boolean {
  if (CONTENT.test(sentence) || DETAIL.test(sentence)) return false;
  if (UNSPACED.some((pattern) => pattern.test(sentence.trim()))) return true;
  const words = wordsOf(sentence);
  const said = words.join(' ');
  return words.length <= MOST_WORDS && languagesOf(sentence).some((language) => announcesIn(language, said, sentence));
}

function announcesIn(language: AlphabetLanguage, words: string, sentence: string): boolean {
  const { opening, more } = ANNOUNCEMENTS.get(language) ?? {};
  return opening?.test(words) === true && more?.test(words) === false && (language === 'de' || !NAME.test(sentence));
}
