const ENGLISH = `
a about above after again against all also am an and any are as at be because been before being below between both but by
ca can could did do does doing down during each few for from further had has have having he her here hers herself him himself
his how i if in into is it its itself just let me more most my myself no nor not now of off on once only or other our ours
ourselves out over own same she should so some such than that the their theirs them themselves then there these they this
those through to too under until up very was we were what when where which while who whom whose why will with wo would you
your yours yourself yourselves`;

/**
 * English words that say nothing about the subject of a text. Function words of other languages are not listed: most
 * texts of the language contain them, so their document frequency already makes them weigh next to nothing.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(ENGLISH.trim().split(/\s+/u));
