import { languageOf } from '@strata/languages/language-of';
import type { MemoryKind } from '@strata/contracts/schemas/memory';

interface Cue {
  kind: MemoryKind;
  pattern: RegExp;
}

/** Patterns that decide a message's kind; the first match wins. */
const CUES: readonly Cue[] = [
  {
    kind: 'decision',
    pattern:
      /\b(?:i|we)(?:'ve|’ve| have)? (?:finally )?(?:decided|chose|chosen|settled on|agreed)\b|\blet'?s (?:go with|use|stick with)\b|\b(?:i|we)(?:'ll|’ll| will) go with\b|\bthe decision\b/i,
  },
  {
    kind: 'preference',
    pattern:
      /\b(?:i|we) (?:really |always |usually |still |also |just |absolutely )*(?:prefer|love|like|enjoy|adore|hate|dislike|avoid)\b|\b(?:my|our) (?:all-time )?fav(?:ou?rite)\b|\b(?:i|we)(?:'d|’d| would) (?:rather|prefer)\b|\b(?:i'm|i am|i’m) (?:a (?:big |huge )?fan of|into|allergic to)\b|\b(?:always|never) use\b/i,
  },
  {
    kind: 'plan',
    pattern:
      /\b(?:i|we)(?:'m|’m|'re|’re| am| are) (?:going to|gonna|planning|about to|hoping to|looking forward to|thinking (?:of|about))\b(?! (?:be|make it|keep|kill|love|miss|do (?:my|our|great|fine|it))\b)|\b(?:i|we)(?:'ll|’ll| will)\b[^.?!]{0,60}\b(?:tomorrow|next|soon|later|tonight|weekend|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august|september|october|november|december)\b|\bplan(?:s|ning)? (?:to|on|for)\b/i,
  },
  {
    kind: 'request',
    pattern:
      /\b(?:i|we)(?:'d|’d| would) like\b|\b(?:i|we)(?:'m|’m| am| are)? (?:need|want|hoping|looking) (?:to|help|you|a|an|some)\b|\b(?:can|could|would|will) you\b|^please\b/i,
  },
];

/** The same in other languages; their words are rarely words of English. */
const OTHER_CUES: readonly Cue[] = [
  {
    kind: 'decision',
    pattern: anyOf(
      'ich habe (?:mich )?(?:beschlossen|entschieden)|(?:ich|wir) haben? uns? (?:für|gegen) .{1,60} entschieden|wir haben (?:uns )?(?:beschlossen|entschieden)',
      "he decidido|hemos decidido|decidí|decidimos|j[’']ai décidé|(?:nous avons|on a) décidé|ho deciso|abbiamo deciso|decidi|decidimos|ik heb besloten|we hebben besloten",
      '决定(?:了)?|決めました|ことにし(?:た|ました)',
    ),
  },
  {
    kind: 'preference',
    pattern: anyOf(
      'ich (?:mag|liebe|bevorzuge|hasse|bin allergisch)|am liebsten|mein\\p{L}* lieblings\\p{L}*',
      '(?:no )?me (?:gustan?|encantan?)|prefiero|odio|soy (?:alérgic|vegan|vegetarian)\\p{L}+|mi \\p{L}+ favorit[oa]',
      "j[’'](?:aime|adore)|je (?:préfère|déteste|suis allergique)|m(?:on|a) \\p{L}+ préférée?",
      'mi piac(?:e|ciono)|preferisco|sono allergic[oa]|gosto d[eao]s?|prefiro|sou alérgic[oa]|ik (?:hou van|haat)|ik \\p{L}+ liever|mijn favoriete',
      '我(?:更|最|不|很)?(?:喜欢|讨厌|偏爱)|我对.{1,20}过敏|好き(?:です|だ)|嫌いです|アレルギーがあります|좋아(?:해요|합니다)|싫어(?:해요|합니다)',
    ),
  },
  {
    kind: 'plan',
    pattern: anyOf(
      '(?:ich|wir) (?:habe?n? vor|planen?)|(?:voy|vamos) a|planeo|pienso \\p{L}+r|je (?:vais|compte)|nous allons|ho intenzione di|penso di|(?:vou|vamos) \\p{L}+r|ik ben van plan|we zijn van plan',
      '(?:我|我们)(?:打算|计划|准备)|つもりです|予定です|(?:할|갈) 거예요|계획이에요',
    ),
  },
];

function anyOf(...patterns: readonly string[]): RegExp {
  return new RegExp(patterns.map((one) => `(?<![\\p{Script=Latin}])(?:${one})(?![\\p{Script=Latin}])`).join('|'), 'iu');
}

const FACT =
  /\b(?:my|our|his|her|their) (?:name|email|address|birthday|job|wife|husband|partner|son|daughter|mother|father|mom|dad|sister|brother|dog|cat|id|phone|zip)\b|\b(?:i|we|he|she|they) (?:live|lives|lived|work|works|worked|was born|moved|studied|graduated|bought|own|owns|grew up)\b|\b(?:i'm|i am|i’m) (?:a|an|from)\b/i;

/** Reads a message's kind from its wording. */
export function messageKind(text: string): MemoryKind {
  const opening = text.slice(0, 600);
  const cues = [null, 'en'].includes(languageOf(opening)) ? CUES : OTHER_CUES;
  for (const cue of cues) if (cue.pattern.test(opening)) return cue.kind;
  if (FACT.test(opening)) return 'fact';
  return /[?？]\s*$/.test(text.trimEnd()) && text.length < 400 ? 'question' : 'statement';
}

const WEIGHT: Readonly<Record<MemoryKind, number>> = {
  decision: 0.6,
  preference: 0.6,
  error_resolution: 0.75,
  plan: 0.55,
  fact: 0.55,
  request: 0.5,
  action: 0.5,
  error: 0.5,
  statement: 0.4,
  finding: 0.4,
  question: 0.3,
};

/** 0 to 1, two decimals: the kind's weight, raised by specific content (names, numbers, length). */
export function importanceOf(kind: MemoryKind, text: string): number {
  const names = text.match(/(?<=[\p{Ll},;:] )\p{Lu}\p{Ll}+/gu)?.length ?? 0;
  const numbers = text.match(/\p{N}+/gu)?.length ?? 0;
  const specific = Math.min(0.2, 0.04 * names + 0.03 * numbers) + Math.min(0.1, text.length / 3000);
  return Math.round(Math.min(0.95, WEIGHT[kind] + specific) * 100) / 100;
}
