/** How one language states rules. Patterns match lower-case text of at most a few hundred characters. */
export interface ModalLanguage {
  /** Words without content, by which the language is recognized. */
  functionWords: ReadonlySet<string>;
  /** Says that something must not or cannot be done. */
  denies: RegExp;
  /** Says that something must be done, or only so. */
  demands: RegExp;
  /** Courtesies, states of the moment, wishes and plans of the speaker: no rules. */
  isNoRule: RegExp;
  /** Points at one case: `this order`, `your order`. */
  pointsAt: RegExp;
  /** Words before a sentence that add nothing to it and leave its order of words as it is. */
  opener: RegExp;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** A pattern of whole words; `list` has its alternatives, separated by `|`. */
const pattern = (list: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${list})(?![\\p{L}\\p{N}])`, 'u');

/** Discourse markers at the start, each followed by a space or a comma. */
const opening = (list: string): RegExp => new RegExp(`^(?:(?:${list})(?:,? |, ?|: ?)){1,3}`, 'iu');

export const ENGLISH: ModalLanguage = {
  functionWords: words(
    'a an the and or but so of to in on at by for from with as is are was were be been being am do does did done has have had having this that these those it its i we you he she they me us him her them my our your his their which who whom what when where if then than there here into about after before any all some such also just because since while until however therefore due can cannot could must may might shall should will would not no never only always unable able allowed permitted possible required needed need needs mandatory prohibited forbidden most least more please note unfortunately sorry yes make made process processed processing proceed assist perform performed handle done',
  ),
  denies: pattern(
    "cannot|can't|can not|can never|can no longer|must not|mustn't|must never|may not|may never|shall not|should never|never|unable to|impossible|forbidden|prohibited|(?:not|n't|no longer|never) (?:be )?(?:allowed|permitted|possible|eligible|supported|accepted|refundable|able to)|we (?:\\S+ ){1,6}\\S+, not",
  ),
  demands: pattern(
    'must|has to|have to|needs to be|need to be|only|always|at most|no more than|mandatory|(?:is|are|be) required|requires',
  ),
  isNoRule: pattern(
    "you must (?:be|have|feel)|there must|must (?:have|still)|always (?:welcome|happy|here|glad|free|feel)|never mind|(?:can't|cannot) (?:wait|thank|help but|replace|imagine)|hesitate|moment|if only|not only|must (?:admit|say)|right now|at this (?:time|point|stage)|for now|today|currently|yet|just now|temporarily|it seems|seems|let me|let's|if you're unable|(?:i|we) (?:\\S+ )?(?:want|wanted|wish|hope|hoped|need|needed|must|should|have|had|will|would|could|plan|did|was|were|think|know|see|saw|found|tried|try)|(?:i|we)(?:'ll|'d|'ve)|would you|do you|only (?:want|need|remaining|item|option|available|one|additional|difference)|the only",
  ),
  pointsAt: pattern(
    "this|these|your|yours|its|it|it's|their|his|her|that (?:order|one)|they|he|she|now|here|in this case|you (?:do not|don't|are|have|can|will)",
  ),
  opener: opening(
    "unfortunately|however|therefore|additionally|also|moreover|furthermore|thus|hence|so|and|but|sorry|i'm sorry|i am sorry|i apologi[sz]e|please note that|please note|please be aware that|note that|note|please|remember that|remember|as mentioned|as a reminder|in addition|error|warning|important",
  ),
};

const GERMAN: ModalLanguage = {
  functionWords: words(
    'der die das den dem des ein eine einen einem einer eines und oder aber sondern in im ins am an auf aus bei mit nach von vom zu zum zur für über unter vor ist sind war waren sein wird werden wurde worden hat haben ich wir sie er es du ihr mich uns ihnen mir dir sich mein unser ihre ihren ihrem diese dieser dieses diesen dass wenn weil da als wie auch noch nur schon sehr so dann leider jedoch daher außerdem zudem deshalb bitte kann können könnte darf dürfen muss müssen soll sollen möchte will wollen nicht kein keine keinen keinem keiner nie niemals immer stets möglich erlaubt mehr',
  ),
  denies: pattern(
    '(?:kann|können|darf|dürfen|sollte|sollten) (?:[^\\s,]+ ){0,8}(?:nicht|nie|niemals|kein|keine|keinen|keinem|keiner)|(?:nicht|kein|keine|keinen) (?:[^\\s,]+ ){0,4}(?:möglich|erlaubt|zulässig|gestattet|berechtigt|werden kann|werden können|werden darf|werden dürfen)|niemals|nie|unmöglich|verboten|untersagt|unzulässig|nicht in der lage|wir (?:\\S+ ){1,6}\\S+, nicht',
  ),
  demands: pattern(
    'muss|müssen|nur|ausschließlich|lediglich|immer|stets|höchstens|maximal|verpflichtend|erforderlich|zwingend',
  ),
  isNoRule: pattern(
    '(?:sie|du) (?:müssen|musst) (?:\\S+ ){0,6}sein|(?:ich|wir) (?:muss|müssen|möchte|möchten|will|wollen|werde|werden|brauche|sollte|würde|habe|haben)|(?:muss|müssen|möchte|will|werde) (?:ich|wir)|gerade|im moment|momentan|derzeit|aktuell|jetzt|heute|zurzeit|vorerst|immer (?:gern|gerne|willkommen|für sie)|nicht nur|muss nicht|müssen nicht|noch nicht|mal',
  ),
  pointsAt: pattern('diese|dieser|dieses|diesen|diesem|ihr|ihre|ihren|ihrem|ihrer|dein|deine|deinen|es|sie|er|hier'),
  opener: opening(
    'und|aber|tut mir leid|es tut mir leid|bitte beachten sie, dass|bitte beachten sie|hinweis|bitte|fehler|warnung|wichtig',
  ),
};

const FRENCH: ModalLanguage = {
  functionWords: words(
    'le la les l un une des du de d au aux et ou mais à en dans sur sous par pour avec sans chez est sont était être été a ont avoir je j nous vous il elle ils elles on me te se mon ma mes notre nos votre vos son sa ses leur leurs ce cet cette ces qui que qu quoi dont où si quand comme car donc aussi plus très ne n pas jamais aucun aucune peut peuvent pouvons puis pouvez doit doivent devez devons faut toujours seulement uniquement malheureusement veuillez noter désolé possible veux voudrais',
  ),
  denies: pattern(
    "(?:ne|n'|n) ?(?:\\S+ )?(?:peut|peuvent|pouvons|pouvez|puis|peux|doit|doivent|devez|devons|sont|est|faut|permet|permettons) (?:\\S+ )?(?:pas|jamais|plus|aucun|aucune)|jamais|impossible|interdit|interdite|interdits|pas (?:possible|autorisé|permis|en mesure)|nous (?:\\S+ ){1,6}\\S+, pas",
  ),
  demands: pattern(
    "doit|doivent|devez|il faut|seulement|uniquement|exclusivement|toujours|obligatoire|obligatoirement|au maximum|au plus|requis|requise|ne (?:\\S+ ){1,4}que|n'(?:\\S+ ){1,4}que",
  ),
  isNoRule: pattern(
    "(?:vous devez|tu dois) (?:être|avoir)|(?:je|nous) (?:dois|devons|veux|voulons|voudrais|voudrions|vais|allons|souhaite|souhaitons)|j'(?:aimerais|ai|irai)|actuellement|pour l'instant|pour le moment|en ce moment|maintenant|aujourd'hui|pas seulement|non seulement|toujours (?:le bienvenu|là|ravi|heureux)|n'hésitez|pas encore",
  ),
  pointsAt: pattern('ce|cet|cette|ces|votre|vos|ton|ta|tes|il|elle|ils|elles|leur|leurs|ici'),
  opener: opening(
    'malheureusement|cependant|toutefois|donc|de plus|en outre|aussi|et|mais|désolé|désolée|je suis désolé|veuillez noter que|notez que|attention|erreur|important',
  ),
};

const SPANISH: ModalLanguage = {
  functionWords: words(
    'el la los las un una unos unas y o pero de del al a en con sin por para sobre es son era ser sido está están estar ha han haber yo nosotros usted ustedes él ella ellos ellas me te se nos le les lo mi mis su sus tu tus nuestro nuestra este esta estos estas ese esa eso que quien cual donde si cuando como porque también más muy ya no nunca jamás puede pueden podemos puedo debe deben hay tiene tienen siempre solo sólo solamente únicamente lamentablemente tenga cuenta posible quiero quisiera',
  ),
  denies: pattern(
    'no (?:se |es |está |están |son |nos |me |le )?(?:puede|pueden|podemos|puedo|podrá|podrán|debe|deben|permite|permiten|permitimos|posible|permitido|permitida|permitidos|permitidas)|nunca|jamás|prohibido|prohibida|imposible|\\S+mos (?:\\S+ ){0,6}\\S+, no',
  ),
  demands: pattern(
    'debe|deben|solo|sólo|solamente|únicamente|exclusivamente|siempre|obligatorio|obligatoria|hay que|tiene que|tienen que|como máximo|a lo sumo|requiere',
  ),
  isNoRule: pattern(
    '(?:debe|debes|deben) (?:de )?estar|debo|debemos|quiero|queremos|quisiera|tengo que|tenemos que|necesito|voy|vamos|ahora|por el momento|en este momento|actualmente|hoy|todavía|aún|no solo|no sólo|siempre (?:bienvenido|a su disposición)|no dude',
  ),
  pointsAt: pattern('este|esta|estos|estas|ese|esa|su|sus|tu|tus|lo|él|ella|aquí'),
  opener: opening(
    'lamentablemente|desafortunadamente|sin embargo|por lo tanto|además|también|y|pero|lo siento|tenga en cuenta que|ten en cuenta que|nota|error|importante',
  ),
};

const ITALIAN: ModalLanguage = {
  functionWords: words(
    'il lo la i gli le l un uno una e o ma di del dello della dei degli delle d a al allo alla ai agli alle da dal in nel nella con senza per su sul sulla tra fra è sono era essere stato stata ha hanno avere io noi lei lui loro voi mi ti si ci vi mio mia nostro nostra suo sua tuo tua questo questa questi queste che chi cui dove se quando come perché anche più molto già non mai può possono possiamo posso deve devono sempre solo soltanto solamente purtroppo possibile voglio vorrei',
  ),
  denies: pattern(
    'non (?:si |è |sono |ci |le |vi |mi )?(?:può|possono|possiamo|posso|potrà|potranno|deve|devono|consente|consentono|consentito|consentita|possibile|ammesso|ammessa|permesso|permessa)|mai|vietato|vietata|impossibile|\\S+iamo (?:\\S+ ){0,6}\\S+, non',
  ),
  demands: pattern(
    'deve|devono|solo|soltanto|solamente|esclusivamente|unicamente|sempre|obbligatorio|obbligatoria|bisogna|al massimo|richiede|necessario',
  ),
  isNoRule: pattern(
    '(?:lei deve|devi) essere|devo|dobbiamo|voglio|vogliamo|vorrei|vorremmo|adesso|ora|al momento|attualmente|oggi|ancora|non solo|sempre (?:benvenuto|a disposizione|a sua)|non esiti|non esitare',
  ),
  pointsAt: pattern('questo|questa|questi|queste|suo|sua|suoi|sue|tuo|tua|tuoi|tue|lui|lei|loro|qui'),
  opener: opening(
    'purtroppo|tuttavia|quindi|inoltre|anche|e|ma|mi dispiace|si noti che|tenga presente che|nota|errore|importante|attenzione',
  ),
};

const PORTUGUESE: ModalLanguage = {
  functionWords: words(
    'o a os as um uma uns umas e ou mas de do da dos das no na nos nas ao aos à às em com sem por pelo pela para sobre é são era ser sido está estão estar foi tem têm ter eu nós você vocês ele ela eles elas me te se lhe meu minha nosso nossa seu sua seus suas teu tua este esta estes estas esse essa isso que quem qual onde quando como porque também mais muito já não nunca jamais pode podem podemos posso deve devem sempre só somente apenas infelizmente possível quero gostaria',
  ),
  denies: pattern(
    'não (?:se |é |está |são |nos |me )?(?:pode|podem|podemos|posso|poderá|poderão|deve|devem|permite|permitem|permitimos|permitido|permitida|possível)|nunca|jamais|proibido|proibida|impossível|\\S+mos (?:\\S+ ){0,6}\\S+, não',
  ),
  demands: pattern(
    'deve|devem|só|somente|apenas|unicamente|exclusivamente|sempre|obrigatório|obrigatória|é preciso|tem que|têm que|tem de|têm de|no máximo|requer',
  ),
  isNoRule: pattern(
    '(?:deve|deves|devem) estar|devo|devemos|quero|queremos|gostaria|preciso|precisamos|tenho que|temos que|vou|vamos|agora|no momento|atualmente|hoje|ainda|não só|não apenas|sempre (?:bem-vindo|à disposição)|não hesite',
  ),
  pointsAt: pattern('este|esta|estes|estas|esse|essa|isso|seu|sua|seus|suas|teu|tua|ele|ela|eles|elas|aqui'),
  opener: opening(
    'infelizmente|no entanto|contudo|portanto|além disso|também|e|mas|lamento|desculpe|observe que|note que|nota|erro|importante|atenção',
  ),
};

/** The languages in which rules are read. */
export const MODAL_LANGUAGES: readonly ModalLanguage[] = [ENGLISH, GERMAN, FRENCH, SPANISH, ITALIAN, PORTUGUESE];
