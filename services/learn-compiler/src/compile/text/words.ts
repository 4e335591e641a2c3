/** Function words and courtesies: too common to distinguish requests. */
const STOP_WORDS = new Set(
  (
    'a about actually after again all alright already also am an and any anything are as ask at back be because been before being both but by can cannot could couldn d day days dear did didn do does doesn doing don done down each ' +
    'either else even ever every few first for from further get getting give go going good got great had has have haven having he hello help her here hers hey hi him his how however i if in into is isn it its just kindly know ' +
    'let like ll look looking lot m made make many may maybe me might mind more most much must my need needs no nor not now of off oh ok okay on once one only or other our out over own please possible provide quick re really right s ' +
    'said same see shall she should since so some something sorry still such sure t take than thank thanks that the their them then there these they thing things this those through time to today together too two under until up us ' +
    've very want wanted was wasn way we well were what when where whether which while who why will wish with won would yes yet you your able assist assistance able confirm question'
  ).split(' '),
);

/** The lower-case words of at least two letters, without digits. */
export function plainWords(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replace(/<[a-z_]+>/g, ' ')
      .replace(/[’`]/g, "'")
      .match(/\p{L}[\p{L}]+/gu) ?? []
  );
}

/** The content words of a text, in order. */
export function contentWords(text: string): string[] {
  return plainWords(text).filter((word) => !STOP_WORDS.has(word));
}

/** A light stemmer (plural and verb endings), enough to count the forms of a word together. */
export function lightStem(word: string): string {
  if (word.length <= 4) return word.endsWith('s') && word.length > 3 && !word.endsWith('ss') ? word.slice(0, -1) : word;
  const stem = word
    .replace(/(?:ies|ied)$/, 'y')
    .replace(/(?<=ch|sh|ss|x)es$/, '')
    .replace(/(?<![su])s$/, '')
    .replace(/(?:ations?|ings?|ed|ements?|ments?)$/, '');
  return stem.length >= 3 ? stem.replace(/([bdglmnprt])\1$/, '$1').replace(/e$/, '') : word;
}

/** `list_open_tickets`, `getOrder`, `git commit` → words of a sentence. */
export function humanize(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_\-.:/]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** Capitalizes the first letter. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Compares by code unit: the same on every machine and in every locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
