import { listed, withoutAccents } from './function-words.ts';

/** Numbers as words, and how often something happens. "One" is an article in most languages, and left out. */
const WORDS = `
two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty
thirty forty fifty sixty seventy eighty ninety hundred thousand million once twice thrice dozen
zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig
dreißig vierzig fünfzig sechzig siebzig achtzig neunzig hundert tausend million einmal zweimal dreimal viermal fünfmal sechsmal siebenmal
dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte
treinta cuarenta cincuenta sesenta setenta ochenta noventa cien ciento mil millón
deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize vingt trente quarante cinquante soixante
cent mille million douzaine`;

const KNOWN = listed(withoutAccents(WORDS));

/** Whether a lower-cased word is a number in English, German, Spanish or French. */
export const isNumberWord = (word: string): boolean => KNOWN.has(withoutAccents(word));
