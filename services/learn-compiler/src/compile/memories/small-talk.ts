/** Words without content. A short message of only these words is left out; any other word (a name, a thing, a number) keeps it. */
const EMPTY_WORDS = new Set(
  (
    'hi hello hey heya howdy greetings yo good morning afternoon evening night day bye goodbye cya see you ya later soon then take care cheers thanks thank thx ty so much very a lot again ' +
    'ok okay k sure yes yeah yep yup no nope alright great cool nice perfect awesome wow oh ah hmm mm mhm got it understood right exactly true welcome you re youre your are is that s thats sounds good ' +
    'please do go ahead proceed me too same here lol haha hehe all set the for help have one an and i m im it was will appreciate well done'
  ).split(' '),
);

const MAX_WORDS = 12;

/** Whether a message is a greeting, thanks or an acknowledgement without content. Questions and numbers are content. */
export function isSmallTalk(text: string): boolean {
  if (/[\p{N}?[\]{}<>@/\\]/u.test(text)) return false;
  const words =
    text
      .toLowerCase()
      .replace(/[’']/g, ' ')
      .match(/\p{L}+/gu) ?? [];
  if (words.length === 0) return !/\p{Extended_Pictographic}/u.test(text) || text.length < 20;
  return words.length <= MAX_WORDS && words.every((word) => EMPTY_WORDS.has(word));
}
