/** Scripts of Chinese, Japanese and Korean. */
const RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu;
const HAN = /\p{Script=Han}/u;
const HIRAGANA = /^\p{Script=Hiragana}+$/u;
const HANGUL = /^\p{Script=Hangul}+$/u;
const ENDS_IN_HAN = /\p{Script=Han}$/u;
/** The locale does not matter: one dictionary serves Chinese and Japanese. */
const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

/** Characters of Chinese grammar, which are no words to be found by. */
const GRAMMAR_CHARACTERS = new Set(
  '的了是在我你您他她它们這这那有和与及或也都就还還很不没沒吗嗎呢吧啊呀哪什么麼么谁誰几幾多少怎为為什個个把被从從到对對给給让讓会會能要想着過过得地之以于於而但向跟比更最又再请請会',
);

/** Words that only ask or belong to the grammar. */
const FUNCTION_SEGMENTS = new Set(
  `什么 什麼 哪个 哪個 哪里 哪裡 哪儿 哪些 哪一 哪天 哪 谁 誰 多少 几 幾 几个 怎么 怎麼 怎样 怎麼樣 为什么 為什麼 何时 何時 什么时候 吗 呢 我的 你的 他的 她的 我们
  我們 我们的 你们 他们 她们 咱们 自己 现在 現在 目前 一个 一個 这个 那个 可以 请问 告诉 知道
  私 僕 俺 私たち わたし ぼく あなた 彼 彼女 これ それ あれ ここ そこ どこ どの どれ どちら どんな どう どうやって なぜ なに なん いつ いくら いくつ だれ 誰 何 何か 今 いま
  です でした ます ました ません ですか ますか でしょう ください 教え こと もの ため よう とき する して した しました している います いました いる ある あります ありま なる なり ない から まで など だけ
  すか ので のは のが には では とは という について
  나 내 내가 나는 저 저는 제가 제 우리 우리는 우리의 나의 너 당신 무엇 뭐 뭘 무슨 어디 어디에 어디서 어느 언제 누구 누가 왜 어떻게 얼마 얼마나 몇 지금 그 이 저희 것 수 있나요 있어요 있습니까 있습니다 인가요 입니까 나요 은 는 이 가 을 를 의 에 에서`
    .trim()
    .split(/\s+/u),
);
const JAPANESE_ENDING =
  /^(?:\p{Script=Hiragana}*(?:ます|ませ|まし|です|でし|すか)\p{Script=Hiragana}*|\p{Script=Hiragana})$/u;
/** An ending after a character that bears the meaning. */
const LONGEST_ENDING = 2;
const KOREAN_ENDING =
  /(?<=\p{Script=Hangul})(?:에서는|에서|에게|까지|부터|으로|이에요|예요|인가요|나요|습니까|습니다|어요|아요|해요|하고|하는|은|는|이|가|을|를|에|의|도|로|와|과|고)$/u;

/**
 * The Chinese characters of a text that can be words by themselves, and the first syllable of each Korean word: a verb often has
 * one, with endings that change.
 */
export function singleCharacters(text: string): string[] {
  const found: string[] = [];
  for (const [run] of text.matchAll(RUN)) {
    if (HANGUL.test(run)) {
      if (run.length > 1) found.push(run.charAt(0));
      continue;
    }
    // A run of one character is a word already.
    if ([...run].length === 1) continue;
    for (const character of run) if (HAN.test(character) && !GRAMMAR_CHARACTERS.has(character)) found.push(character);
  }
  return found;
}

/**
 * What to find a Chinese, Japanese or Korean query by: the pairs of characters of each word that bears meaning, and a word of one
 * character itself. A word loses its grammar: of `住在` and `住んで` `住` is left. Empty if the text has no such word.
 */
export function unspacedQueryTerms(text: string): string[] {
  const found: string[] = [];
  for (const [run] of text.normalize('NFKC').matchAll(RUN)) {
    let previous = '';
    for (const { segment } of segmenter.segment(run)) {
      if (!isGrammar(segment, previous)) found.push(...pairs(withoutGrammar(segment)));
      previous = segment;
    }
  }
  return [...new Set(found)];
}

/** Whether a text has Chinese, Japanese or Korean letters. */
export const hasUnspaced = (word: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word);

const isGrammar = (segment: string, previous: string): boolean =>
  FUNCTION_SEGMENTS.has(segment) ||
  JAPANESE_ENDING.test(segment) ||
  (HIRAGANA.test(segment) && segment.length <= LONGEST_ENDING && ENDS_IN_HAN.test(previous));

function withoutGrammar(segment: string): string[] {
  if (HANGUL.test(segment)) return [...segment.replace(KOREAN_ENDING, '')];
  const characters = [...segment];
  const meaning = characters.filter((character) => !GRAMMAR_CHARACTERS.has(character));
  // Grammar within a longer word is part of it.
  return meaning.length === 1 ? meaning : meaning.length === 0 ? [] : characters;
}

function pairs(characters: readonly string[]): string[] {
  if (characters.length === 1) return [...characters];
  return characters.slice(1).map((character, i) => `${characters[i] ?? ''}${character}`);
}
