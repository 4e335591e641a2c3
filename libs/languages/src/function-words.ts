/** English words of grammar. */
const ENGLISH_GRAMMAR = `
a about above after again against all also am an and any are as at be because been before being below between both but by
ca can could did do does doing down during each few for from further had has have having he her here hers herself him himself
his how i if in into is it its itself just let me more most my myself no nor not now of off on once only or other our ours
ourselves out over own same she should so some such than that the their theirs them themselves then there these they this
those through to too under until up very was we were what when where which while who whom whose why will with wo would you
your yours yourself yourselves`;

/** English words to ask with, which say nothing about the subject. */
const ENGLISH_ASKING = `
want wants wanted wanting wish need needs needed like likes please help give show say know tell kind sort hello hi hey dear thank thanks
maybe perhaps`;

/** Words of grammar, and words to ask with. Of words that differ in accents only, one stands here. */
const OTHERS = {
  de: `ab aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bin bis bist bitte braucht brauche
  da dabei damit danke dann das dass dein deine deinen dem den denn der des dich die dies diese diesem diesen dieser dieses dir
  doch du durch ein eine einem einen einer eines er es etwas euch fasse für gab geben gern gerne gib gibt ging habe haben hallo
  hast hat hatte hätte helfen hilf hilfe hier ich ihm ihn ihnen ihr ihre im in ins ist ja jetzt kann kannst kein keine keinen
  können könnte könnten könntest man mehr mein meine meinem meinen meiner meines mich mir mit möchte möchten mögen muss müssen
  nach nicht noch nun nur ob oder ohne sage sagen schon sehr sein seine seit sich sie sind so soll sollen sollte sollten über um
  und uns unser unsere unter viel viele vom von vor wann war waren warum was weil weiß weißt welche welchem welchen welcher
  welches wem wen wenn wer werden wessen wie wieder will willst wir wird wissen wo woher wohin wollen wollte worden wurde wurden
  würde würden zeig zeige zu zum zur zusammen zwischen`,
  es: `a ahora al algo algún alguna algunas algunos ante antes aquí así aún ayuda ayudar ayúdame bien cada como con contra cuál cuáles
  cuándo cuánta cuántas cuánto cuántos da dame de decir del desde después di dime donde dos e el él ella ellas ellos en entre era
  eran eres es esa esas ese eso esos esta está están estar estaba este esto estos estoy fue fueron gracias gustaría ha había haber
  haces hacer hago han has hasta hay haz hazme he hemos hola la las le les lo los más me mi mis mí mía mío mucho muy nada necesita
  necesito ni no nos nosotros nuestra nuestro o otra otro para pero poco podéis podría podrías por porque pueda puede pueden puedes
  puedo pues que qué querer quería queremos quien quién quiero quiere quisiera saber sabe sabes se sé sea ser si sí sido sin sobre
  sois somos son soy su sus también tan tanto te tenéis tener tengo tenía ti tiene tienen tienes todo todos tu tú tus un una unas
  uno unos usted ustedes va vamos vas voy y ya yo`,
  fr: `à ai aide aider aidez ainsi alors as au aucun aussi autre aux avait avec avez avoir avons beaucoup besoin bien bonjour c ça car ce
  cela celle celui ces cet cette chez comme comment d dans de depuis des dire dis dites dois donc donne donnez du elle elles en
  encore entre es est et étaient était été être eu eux faire fais fait faut il ils j je jusqu l la là laquelle le lequel les lesquels
  leur leurs lui m ma mais me même merci mes moi moins mon n ne ni nos notre nous on ont ou où par pas peut peux plait plus pour
  pourquoi pourrais pourriez pouvez pouvoir puis puisje qu quand que quel quelle quelles quels quelque qui quoi s sa sais sans
  savez savoir se sera ses si son sont souhaite suis sur t ta te tes toi ton tous tout toute toutes très tu un une va vais vas veut
  veux voici voudrais voulez vos votre vous y`,
  it: `a ad ai aiutami aiuto al alla alle allo anche ancora avere aveva avete bisogno buongiorno c che chi ci ciao come con cosa così cui
  da dai dal dalla dammi degli dei del della delle dello di dice dimmi dove due e è ed era erano fa fare fatto fra gli grazie ha
  hai hanno ho i il in io l la le lei li lo loro lui ma me mi mia mie miei mio molto ne nei nel nella no noi non nostra nostro o
  ogni per perché perciò però più poi posso potete potrebbe potrei potresti può puoi prego quale quali quando quanta quante quanti
  quanto quella quelle quelli quello questa queste questi questo qui sa sai sapere saputo se sei senza si sì sia sono sta stato
  sua sue sugli sui sul sulla suo suoi te ti tra tu tua tue tuo tuoi tutti tutto un una uno vi voglio volete voi volta vorrei vuoi`,
  pt: `a ainda ajuda ajudar ao aos aquela aquele aqui as até cada com como da dar das de dela dele depois desde dessa desse desta deste
  diga dizer do dos e é ela elas ele eles em entre era eram essa esse esta está estão estar estava este estou eu fazer faz foi foram
  gostaria há isso isto já lhe lo mais mas me mesmo meu meus mim minha minhas muito na não nas nem nenhum no nos nós nossa nosso num
  numa o obrigada obrigado olá onde os ou para pela pelo pode podem poderia posso por porque pra precisa preciso qual quais quando
  quanta quantas quanto quantos que quem quer queria quero saber sabe se sei sem ser será seu seus si sim sobre sou sua suas também
  te tem têm tenho ter teu tinha tu tua tudo um uma umas uns vai você vocês vou`,
  nl: `aan al alle alles als altijd ander andere ben bent bij daar dan dank dat de deze die dit doe doen door dus een en er ervan geef geen
  graag had hallo hij heb hebben hebt heeft help helpen hem hen het hier hoe hun ik in is je jij jou jouw jullie kan kon kun kunnen kunt
  laat maar me mee meer met mij mijn mocht moet moeten na naar nee niet nog nodig nu of om omdat onder ons onze ook op over u uit
  uw van vanaf veel voor waar waarom wanneer want waren was wat we weet wel welk welke werd weten wie wij wil wilde willen wilt wist
  worden wordt zal ze zeg zeggen zei zich zij zijn zo zonder zou zouden`,
  ru: `а без бы был была были было быть в вам вас ваш вы где да для до его ее если есть ещё же за здравствуйте и из или им их к как какая
  какие какой какого каком когда которая который кто ли меня мне могу мог можете можно мои мой моя мы на надо нам нас наш не нет ни
  но ну нужен нужна нужно о об он она они оно от по подскажите пожалуйста помоги помогите почему при про расскажи с скажи скажите
  сколько со спасибо так там то тоже только ты у уже хотел хотела хочу чего чем что чтобы эта эти это этот я`,
} as const;

/** Frequent words that are no words of grammar. */
const COMMON = {
  en: `three four five six seven eight nine ten bye call called come day days em every feel find first get give go going gonna good got great home keep last let lives long look
    lot love made make makes means much name never new next nothing oh ok okay old one people pretty really see seen something soon special
    still sure talk take thing things think thought time today tomorrow tonight two us use used well work works wow ya yeah year yes
    yesterday`,
  de: `zwei drei vier fünf sechs sieben acht neun zehn abend arbeite arbeiten arbeitet erst esse essen etwa gehe gehen geht gerade gestern gut gute guten heiße heißt heute jahr jahre
    jeden kommt lange leben lebt liegt macht machen mag morgen neue neuen neuer nie spiele steht stimmt tag toll trinke trinkt uhr
    wohne wohnt wohnen wirklich woche zeit`,
  es: `tres cuatro cinco seis siete ocho nueve diez años anoche ayer buena buenas bueno buenos casa día días dormido estás favorita favorito gusta gustan hablar hoy llama llamo
    luego mañana mejor mes mira mucha muchas muchos nombre nueva nuevo nunca prefiero semana siempre solo tarde tardes todavía trabaja
    trabajo vale veremos vez vive vivimos vivo`,
  fr: `trois quatre cinq sept huit neuf dix aime ami an année ans appelle après aujourd beaucoup belle bon bonne bonsoir chaque demain deux enfin habite heure hier hui jamais
    jour maintenant matin mieux nouveau nouvelle petit petite prochain rien semaine soir soirée suite super tard temps toujours travaille
    trop vraiment vie voir`,
  it: `tre quattro cinque sei sette otto nove dieci abita abitiamo abito adesso anni anno bello bella bene bravo buona buono casa chiama chiamo domani due ieri infatti lavora
    lavoro mai meglio mese mila mille nuova nuovo oggi ogni ora piace preferisco prima quasi sera settimana sempre sorella tanto tempo
    vive vivo volta`,
  pt: `daqui três quatro cinco seis sete oito nove dez agora amanhã ano anos boa boas bom casa chama chamo chega dia dias dois duas ela ficou fica gosta gosto hoje irmã manhã melhor mês mora
    moram moramos moro muita nova novo ontem nunca obrigada obrigado prefiro semana sempre tarde tenho trabalha trabalho vezes vive vivo`,
  nl: `drie vier vijf zes zeven acht negen tien avond bedankt dag dagen eet eten eerst elke gaan gaat gisteren goed goede heet houd hou houdt iets jaar komt leuk leven lekker maak
    morgen naam niets nieuw nieuwe nooit ochtend soms steeds tijd twee uur vandaag week weken werk werkt werken woon woont wonen`,
} as const;

const BEYOND_ASCII = /[\u0080-\uffff]/;

/** The words of a list in a text; none of an empty text. */
export const listed = (list: string): ReadonlySet<string> => new Set(list.match(/\S+/gu));

/** Words of English grammar, in lower case. */
export const GRAMMAR_WORDS: ReadonlySet<string> = listed(ENGLISH_GRAMMAR);

/** Words to ask with in English, in lower case. */
export const ASKING_WORDS: ReadonlySet<string> = listed(ENGLISH_ASKING);

/** A language in an alphabet whose function words are known, as in ISO 639-1. */
export type AlphabetLanguage = 'en' | keyof typeof OTHERS;

/** By language the words of grammar and the words to ask with, in lower case and without accents. */
export const FUNCTION_WORDS: ReadonlyMap<AlphabetLanguage, ReadonlySet<string>> = new Map<
  AlphabetLanguage,
  ReadonlySet<string>
>([
  ['en', new Set([...GRAMMAR_WORDS, ...ASKING_WORDS])],
  ...(Object.keys(OTHERS) as (keyof typeof OTHERS)[]).map(
    (language) => [language, listed(withoutAccents(OTHERS[language]))] as const,
  ),
]);

/** By language frequent words with a meaning of their own, which help to detect it. */
export const COMMON_WORDS: ReadonlyMap<AlphabetLanguage, ReadonlySet<string>> = new Map(
  (Object.keys(COMMON) as (keyof typeof COMMON)[]).map(
    (language) => [language, listed(withoutAccents(COMMON[language]))] as const,
  ),
);

/** A text without accents. */
export function withoutAccents(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text;
  return text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
}
