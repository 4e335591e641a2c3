/**
 * Words by which people tell a program how to do all its work from now on, in languages that put the verb of a command near
 * the beginning. Each is a source of a regular expression; case is ignored.
 */
export interface CommandWords {
  /** Says that it holds at any time: "always", "never". */
  readonly always: string;
  /** Says that it holds from this moment: "from now on". */
  readonly future: string;
  readonly please: string;
  /** What stands between such a word and the verb: "do not", "only". */
  readonly before: string;
  /** Verbs that tell a program what to do, in the form of a command. */
  readonly verbs: string;
  /** What follows "always" as a command although it is not listed in `verbs`, such as an infinitive. */
  readonly afterAlways: string;
  /** What makes the rest a command: "I want you to", "can you". */
  readonly request: string;
  /** A command to end something for good: "please stop doing". */
  readonly stop: string;
  /** The beginning of a condition on what is asked of the program: "when I ask about". */
  readonly when: string;
  /** Words that begin a phrase before the command: "for code, always …". */
  readonly lead: string;
  /** What the program says in general: "your answers". */
  readonly answers: string;
  /** Commands that say of what form answers are to be: "keep your answers short". */
  readonly form: string;
  /** What begins a wish without a verb: "never again emojis in your answers", "no emojis in your answers, please". */
  readonly brief: string;
}

const NOT_A_BASE_FORM =
  `(?:the|an?|my|your|his|her|its|our|their|this|that|these|those|it|there|here|i|we|he|she|they|who|what|why|how|where|when|while
|in|on|at|of|for|from|to|with|without|by|about|under|over|up|down|off|out|into|around|through|between|before|after|during|since|until|as|than|like
|and|or|but|so|too|very|more|most|less|quite|really|almost|just|even|ever|again|enough|also|only|such|one|two|some|any|all|no|not|much|many|lots?
|is|are|was|were|am|been|being|had|has|having|did|does|done|would|could|should|will|can|may|might|must|shall
|got|gotten|went|gone|came|saw|seen|knew|known|thought|felt|found|heard|left|lost|met|said|told|took|taken|gave|given|made|kept|held|stood|understood|won|wore|wrote|written
|spoke|spoken|began|begun|ate|eaten|drove|driven|fell|fallen|flew|grew|grown|threw|slept|sold|sent|spent|bought|brought|caught|taught|built|broke|broken|chose|chosen|forgot|forgotten|paid|ran
|happy|glad|good|great|nice|fun|sad|hard|easy|best|better|worst|bad|ready|open|closed|available|sure|true|false|full|fresh|late|early|busy|wrong|right|nervous|amazing|awesome|impressive|important
|possible|willing|able|eager|keen|proud|cool|lovely|wonderful|beautiful|sweet|worth|away|together|back|home|mind|give up|say never|lose (?:hope|faith)|look back)`.replace(
    /\n/gu,
    '',
  );

const ENGLISH: CommandWords = {
  always: 'always|never|at all times|(?:every(?: single)?|each) time(?=\\s*(?:[,.!]|$))',
  future:
    '(?:from|as of) (?:now|here|today|this point)(?: on(?:wards?)?| forward| out)?|(?:going|moving) forward|in (?:the )?future|henceforth|hereafter|starting (?:now|today)|for all future \\p{L}+|(?:for|in) the rest of (?:this|our) \\p{L}+',
  please: 'please|pls|kindly',
  before:
    "do(?:n['’]t| not)|only|just|then|you|be sure to|make sure (?:to|that you|you)|remember to|be careful to|ever|no more|no longer|stop",
  verbs:
    'use|answer|reply|respond|write|format|include|provide|show|give|return|output|print|add|append|prefix|explain|describe|summari[sz]e|list|state|report|mention|cite|quote|link|name|call|address|refer|label|number|mark|highlight|sort|order|group|round|convert|translate|speak|talk|keep|stick|make|be|put|place|set|start|begin|end|finish|avoid|skip|omit|exclude|leave|ignore|remove|drop|check|verify|validate|confirm|double-check|ask|tell|warn|notify|remind|inform|alert|let|follow|apply|prefer|choose|pick|select|suggest|recommend|propose|offer|consider|assume|treat|prioriti[sz]e|run|test|lint|commit|push|build|deploy|install|update|save|store|document|comment|book|reserve|schedule|plan|order|buy|send|cc|sign|draft|proofread|review|compare|calculate|compute|cook|do|take|wait|work|think|limit|combine|split|break|maintain|present|display|draw|illustrate|demonstrate|default|switch|act|behave|read|search|look|find|get|create|generate|produce|handle|log|repeat|spell|capitali[sz]e|indent|wrap|express|measure|quote|date|consult|adopt|ensure|require|tag|pay|charge|ship|deliver|suppose|remember',
  afterAlways: `(?!${NOT_A_BASE_FORM}(?!['’\\p{L}]))(?!\\p{L}+(?:ing|(?<!ne|spe|fe|see|e)ed|['’]\\p{L}+)(?!\\p{L}))\\p{L}{2,} +[\\p{L}\\p{N}"“'‘\`*]`,
  request:
    "(?:i(?: would|['’]d)? (?:want|need|like|prefer|expect)(?: it if| that| for)? you(?: to)?|you (?:should|must|shall|need to|have to|are to|will)|(?:can|could|would|will) you(?: please)?|make sure (?:to|that you|you)|be sure to|remember to|please)",
  stop: "(?:please stop|stop|quit) (?!being\\b)\\p{L}+ing|(?:please )?do(?:n['’]t| not) ever|please do(?:n['’]t| not)[^.!?]+(?:again|any ?more|ever)\\s*[.!]*$",
  when: '(?:when(?:ever)?|every time|each time|any ?time|if)(?: that)? (?:i|we)(?: ever| happen to)? (?:ask|inquire|enquire|question|request|mention|say|talk|speak|bring up|want to know|need|send|paste|share|give you|tell you)(?: (?:you|for|about|to|how)(?!\\p{L}))*|(?:whenever|every time|each time|any ?time) you(?: are| need to| have to| must)? (?:answer|reply|respond|writ|generat|creat|giv|show|suggest|recommend|book|plan|send|explain|produc|mak|add|summari[sz]|translat|refactor|chang|edit|commit|review|schedul)\\p{L}*|when you (?:answer|reply|respond|write|summari[sz]e|explain|suggest|recommend|book|translate)(?!\\p{L})',
  lead: 'for|in|on|with|as|regarding|about|concerning|when|whenever|if|before|after|while|by',
  answers: 'your (?:own )?(?:answers|replies|responses|messages|explanations|outputs?|summaries)',
  form: 'keep|make|write|format|phrase|word|structure|limit|restrict|begin|start|end|finish',
  brief: '(?:no more|never again)(?! (?:problems?|issues?|errors?|mistakes?))|no(?=[^.!?]*[\\s,]please)',
};

const GERMAN: CommandWords = {
  always: 'immer|stets|nie|niemals|jedes ?mal|grundsätzlich',
  future:
    'ab (?:jetzt|sofort|heute|nun)|von (?:jetzt|nun|heute) an|künftig|zukünftig|in (?:der )?zukunft|fortan|in allen zukünftigen \\p{L}+',
  please: 'bitte',
  before: 'nur|nicht|kein\\p{L}*|mir|uns|dann|nur noch|nie wieder|nicht mehr',
  verbs:
    '(?:antworte|beantworte|nutze|verwende|benutze|schreibe?|formatiere|zeige?|gib|nenne?|erkläre?|beschreibe?|liste|übersetze|sprich|rede|mache?|füge?|setze?|stelle?|lasse?|lass|vermeide|prüfe?|überprüfe|frage?|sage?|warne|buche|reserviere|plane|sende|schicke|halte?|achte|beachte|beginne|starte|ende|fasse|zitiere|erwähne|berücksichtige|rechne|runde|sortiere|nimm|denke?|vergiss|merke?|duze|sieze|bleibe?|folge|teste|kommentiere|liefere|empfiehl|bevorzuge|ergänze|hänge|rufe?|bestelle|bestätige|verzichte|behandle)|(?:antworten|beantworten|nutzen|verwenden|benutzen|schreiben|formatieren|zeigen|geben|nennen|erklären|übersetzen|sprechen|machen|fügen|vermeiden|prüfen|fragen|sagen|buchen|reservieren|senden|schicken|halten|achten|beachten|denken|merken) sie',
  afterAlways:
    '(?!(?:wieder|noch|mehr|öfter|schon|nur|gut|gern\\p{L}*|da|dort|so|ich|wir|er|es|sie|war\\p{L}*|hat\\p{L}*|habe\\p{L}*) )(?=[^,;]*\\p{Ll}{2,}(?:en|ern|eln)\\s*[.!]*$)(?![^,;]*(?<!\\p{L})ge\\p{Ll}+en\\s*[.!]*$)\\p{L}+',
  request:
    '(?:(?:ich )?(?:möchte|will|wünsche mir|hätte gern|erwarte),? dass du|du (?:sollst|solltest|musst|darfst)|sie (?:sollen|sollten|müssen|dürfen)|(?:kannst|könntest|würdest) du(?: bitte)?|bitte)',
  stop: '(?:bitte )?hör(?:e|en sie)? (?:bitte )?auf,?[^.!?]* zu|bitte[^.!?]* (?:nie wieder|nicht mehr|nie mehr)',
  when: '(?:(?:immer |jedes ?mal,? )?wenn|falls|sobald|sooft) (?:ich|wir)(?=[^,.!?]*(?:frag|bitt|erwähn|sag|will|möchte|schick|brauch|wissen)\\p{L}*)|(?:immer |jedes ?mal,? )?wenn du(?=[^,.!?]*(?:antwort|schreib|erstell|gib|zeig|empfiehl|buch|plan|send|schick|mach|änder|füg)\\p{L}*)',
  lead: 'für|bei|in|im|mit|als|wenn|zu|bevor|vor|nach',
  answers: '(?:deine[nr]?|ihre[nr]?) (?:antworten|nachrichten|erklärungen|ausgaben|texten?|zusammenfassungen)',
  form: 'halte?|mache?|schreibe?|formatiere|formuliere|gestalte|gliedere|begrenze|beschränke|beginne|beende',
  brief: '(?:nie|niemals) (?:wieder|mehr)|keine? \\p{L}+ mehr|(?:kein\\p{L}*|ohne)(?=[^.!?]*[\\s,]bitte)',
};

const FRENCH: CommandWords = {
  always: 'toujours|jamais|à chaque fois|chaque fois|systématiquement|en toutes circonstances',
  future:
    "(?:à partir (?:de maintenant|d['’]aujourd['’]hui)|dès (?:maintenant|à présent|aujourd['’]hui)|désormais|dorénavant|à l['’]avenir|dans le futur)",
  please: "s['’]il (?:te|vous) pla[iî]t|stp|svp|merci de",
  before: 'ne|uniquement|seulement|me|pas|alors',
  verbs:
    '(?:réponds|répond(?:ez)|utilise[zs]?|emploie|employez|écris|écrivez|inclus|incluez|montre[zs]?|donne[zs]?|formate[zs]?|ajoute[zs]?|évite[zs]?|mets|mettez|fais|faites|parle[zs]?|traduis|traduisez|réserve[zs]?|propose[zs]?|explique[zs]?|cite[zs]?|indique[zs]?|garde[zs]?|vérifie[zs]?|demande[zs]?|appelle[zs]?|appelez|tutoie|tutoyez|vouvoie|vouvoyez|pense[zs]?|rappelle|rappelez|oublie[zs]?|sois|soyez|commence[zs]?|termine[zs]?|résume[zs]?|précise[zs]?|fournis|fournissez|présente[zs]?|suis|suivez|choisis|choisissez|recommande[zs]?|envoie|envoyez|laisse[zs]?|préviens|prévenez|confirme[zs]?|commande[zs]?|planifie[zs]?|affiche[zs]?|arrondis|convertis|teste[zs]?|commente[zs]?|dis|dites|prends|prenez)(?:-(?:moi|nous|le|la|les|toi|vous))*',
  afterAlways: '(?!(?:être|avoir|aller|pour|par|mer|hier) )\\p{L}{2,}(?:er|ir|re|oir)(?!\\p{L})',
  request:
    "(?:(?:je (?:veux|voudrais|souhaite|préfère|demande)|j['’]aimerais|il faut) que (?:tu|vous)|(?:tu|vous) (?:dois|devez|devrais|devriez)|(?:peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|est-ce que tu peux)|merci de|veuillez|assure-toi de|assurez-vous de|pense à|pensez à|n['’]oublie pas de|n['’]oubliez pas de)",
  stop: "(?:arrête[zs]?|cesse[zs]?) (?:de |d['’])(?:me |m['’])?\\p{L}+(?:er|ir|re|oir)",
  when: "(?:quand|lorsque|lorsqu['’]|chaque fois qu(?:e |['’])|à chaque fois qu(?:e |['’])|si) ?(?:je|j['’]|on|nous) ?(?:te |t['’]|vous )?(?:pose|demande|parle|mentionne|interroge|dis|veux|envoie|partage)\\p{L}*|(?:quand|lorsque|chaque fois que|à chaque fois que) (?:tu|vous) (?:répond|écri|propose|recommande|donne|crée|réserve|génère|envoi|envoy|modifie|ajoute|expliqu)\\p{L}*",
  lead: 'pour|dans|en|avec|quand|lorsque|si|avant|après|au|à',
  answers: '(?:tes|vos) (?:réponses|messages|explications|résumés|textes)',
  form: 'garde[sz]?|écri(?:s|vez)|rédige[sz]?|formate[sz]?|structure[sz]?|limite[sz]?|commence[sz]?|termine[sz]?',
  brief: "plus jamais|plus (?=d[e'’])|(?:pas (?=d[e'’])|sans)(?=[^.!?]*s['’]il (?:te|vous) pla[iî]t)",
};

const SPANISH: CommandWords = {
  always: 'siempre|nunca|jamás|cada vez|en todo momento',
  future:
    '(?:a partir de (?:ahora|hoy|este momento)|de (?:ahora|hoy|aquí) en adelante|desde (?:ahora|hoy)|en adelante|en (?:el )?futuro|de ahora en más)',
  please: 'por favor|porfa(?:vor)?',
  before: 'no|solo|sólo|solamente|únicamente|me|entonces|te',
  verbs:
    '(?:us[ae]s?|utili[czs][ae]s?|utilic?es?|respond[ae]s?|contest[ae]s?|escrib[ae]s?|incluy[ae]s?|muestr[ae]s?|formate[ae]s?|da|dé|des|añad[ae]s?|agreg(?:a|ues?)|evit[ae]s?|pon|pongas?|haz|hagas?|habl[ae]s?|traduce|traduzcas?|reserv[ae]s?|propon|proponga|explic(?:a|ques?)|cit[ae]s?|indic(?:a|ques?)|mant[eé]n|mantenga|verific(?:a|ques?)|compruebes?|comprueba|pregunt[ae]s?|llam[ae]s?|trat[ae]s?|tutea|recuerd[ae]|olvides?|sé|seas?|comienza|empieza|empieces?|termin[ae]s?|resum[ae]s?|proporcion[ae]s?|present[ae]s?|sigue|sigas?|eli[gj][ea]s?|recomiend[ae]s?|envía|envíes?|mand[ae]s?|dej[ae]s?|avis[ae]s?|confirm[ae]s?|pid[ae]s?|planific(?:a|ques?)|redonde[ae]s?|conviert[ae]s?|di|digas?|dig[ao]|ten|tengas?|ten en cuenta|prueb[ae]s?|coment[ae]s?|mencion[ae]s?|prefier[ae]s?|compr[ae]s?|envuelv[ae]s?)(?:me|nos|lo|la|los|las|le|te)*',
  afterAlways: '(?!(?:ser|estar|ayer|haber|mujer|lugar) )\\p{L}{2,}(?:[aei]r(?:me|lo|la|los|las|le)?)(?!\\p{L})',
  request:
    '(?:(?:quiero|quisiera|necesito|prefiero|me gustaría|te pido|le pido|espero) que(?: (?:tú|usted))?|(?:debes|debe|tienes que|tiene que|deberías)|(?:puedes|podrías|puede|podría)(?: por favor)?|asegúrate de|acuérdate de|recuerda|recuerde|no (?:te )?olvides(?: de)?)',
  stop: '(?:por favor,? )?(?:deja|deje|para) de \\p{L}+[aei]r\\p{L}*|(?:por favor,? )?no (?:me )?(?:vuelvas|vuelva) a \\p{L}+[aei]r',
  when: '(?:cuando|cada vez que|siempre que|si)(?: yo)? (?:te |le |os )?(?:pregunt|pid|habl|mencion|consult|solicit|dig[ao]|diga|envíe|mande|quier)\\p{L}*(?: (?:por|sobre|acerca de))?|(?:cuando|cada vez que|siempre que) (?:respond|contest|escrib|recomiend|recomend|reserv|gener|cre[ea]|muestr|expliqu|añad|agregu|camb|modifi)\\p{L}*',
  lead: 'para|en|con|cuando|si|antes|después|al|como',
  answers: '(?:tus|sus) (?:respuestas|mensajes|explicaciones|resúmenes|textos)',
  form: 'mant[eé]n|haz|escribe|redacta|formatea|estructura|limita|empieza|comienza|termina',
  brief: 'nunca más|nada de|sin(?=[^.!?]*\\spor favor)',
};

const PORTUGUESE: CommandWords = {
  always: 'sempre|nunca|jamais|toda vez|todas as vezes|cada vez',
  future:
    '(?:a partir de (?:agora|hoje)|de (?:agora|hoje|aqui) em diante|daqui (?:para|pra|por) (?:a )?(?:frente|diante)|doravante|no futuro|futuramente)',
  please: 'por favor|se faz favor',
  before: 'não|só|somente|apenas|me|então',
  verbs:
    '(?:us[ae]|utili[zs][ae]|respond[ae]|escrev[ae]|inclu[aií]|mostr[ae]|format[ae]|d[êáe]|adicion[ae]|acrescent[ae]|evit[ae]|colo(?:ca|que)|põe|ponha|faça|faz|fal[ae]|traduz[a]?|reserv[ae]|propon?ha|expli(?:ca|que)|cit[ae]|indi(?:ca|que)|mant[eé]m|mantenha|verifi(?:ca|que)|pergunt[ae]|cham[ae]|trat[ae]|lembr[ae]|esqueç[ae]|sej[ae]|comec?[ae]|comece|termin[ae]|resum[ae]|forneç[ae]|fornece|apresent[ae]|sig[ae]|segue|escolh[ae]|recomend[ae]|envi[ae]|mand[ae]|deix[ae]|avis[ae]|confirm[ae]|peç[ae]|pede|planej[ae]|arredond[ae]|convert[ae]|di(?:ga|z)|tenha|test[ae]|coment[ae]|mencion[ae]|prefir[ae]|compr[ae])(?:-(?:me|nos|o|a|os|as|lhe|se))*',
  afterAlways: '(?!(?:ser|estar|haver|lugar|mulher) )\\p{L}{2,}(?:[aei]r)(?:-\\p{L}+)?(?!\\p{L})',
  request:
    '(?:(?:quero|queria|gostaria|preciso|prefiro|peço|espero) que(?: (?:você|tu|o senhor|a senhora))?|(?:você|tu) (?:deve|deves|tem que|precisa)|(?:pode|poderia|podes|podias)(?: por favor)?|certifi(?:que|ca)-(?:se|te) de|lembre-se de|lembra-te de)',
  stop: '(?:por favor,? )?(?:pare|para|deixe|deixa) de \\p{L}+[aei]r',
  when: '(?:quando|sempre que|cada vez que|toda vez que|se)(?: eu)? (?:te |lhe )?(?:pergunt|ped|fal|mencion|consult|solicit|disser|enviar|mandar|quiser)\\p{L}*(?: (?:por|sobre|acerca de))?|(?:quando|sempre que|toda vez que)(?: você)? (?:respond|escrev|recomend|reserv|ger|cri|mostr|expli|adicion|mud|modif)\\p{L}*',
  lead: 'para|em|no|na|com|quando|se|antes|depois|ao|como',
  answers: '(?:(?:tuas|suas) (?:respostas|mensagens|explicações)|(?:teus|seus) (?:textos|resumos))',
  form: 'mantenha|mantém|faça|faz|escreva|escreve|redija|formate|formata|estruture|limite|limita|comece|começa|termine|termina',
  brief: 'nunca mais|nada de|sem(?=[^.!?]*\\spor favor)',
};

const ITALIAN: CommandWords = {
  always: 'sempre|mai|ogni volta|in ogni caso',
  future: "(?:d['’]ora in (?:poi|avanti)|da (?:ora|adesso|oggi) in (?:poi|avanti)|da questo momento|in futuro)",
  please: 'per favore|per piacere|per cortesia',
  before: 'non|solo|soltanto|mi|allora|più',
  verbs:
    '(?:rispond[ia]|rispondere|us[ai]|usare|utilizz[ai]|utilizzare|scriv[ia]|scrivere|inclu[di]i|includa|includere|mostra(?:re)?|formatta(?:re)?|dai|dia|dare|aggiung[ia]|aggiungere|evita(?:re)?|mett[ia]|mettere|fai|faccia|fare|parla(?:re)?|traduc[ia]|tradurre|prenota(?:re)?|propon[ia]|proporre|spiega(?:re)?|cita(?:re)?|indica(?:re)?|mantien[ia]|mantenere|verifica(?:re)?|controlla(?:re)?|chied[ia]|chiedere|chiama(?:re)?|ricorda(?:re)?|dimenticare|sii|essere|comincia(?:re)?|inizia(?:re)?|riassum[ia]|riassumere|fornisc[ia]|fornire|presenta(?:re)?|segu[ia]|seguire|scegli(?:ere)?|consiglia(?:re)?|invia(?:re)?|lascia(?:re)?|avvisa(?:re)?|conferma(?:re)?|arrotonda|convert[ia]|dimmi|dire|tien[ia]|tenere|testa(?:re)?|commenta(?:re)?|menziona(?:re)?|preferisc[ia]|compra(?:re)?)(?:mi|ci|lo|la|li|le|ti)*',
  afterAlways: '(?!(?:essere|stare|avere|mare|cuore|amore) )\\p{L}{2,}(?:are|ere|ire|rre)(?:\\p{L}{2})?(?!\\p{L})',
  request:
    '(?:(?:voglio|vorrei|desidero|preferisco|ti chiedo) che(?: tu| lei)?|(?:devi|deve|dovresti)|(?:puoi|potresti|può|potrebbe)(?: per favore)?|assicurati di|ricordati di)',
  stop: '(?:per favore,? )?(?:smetti(?:la)?|smetta) di \\p{L}+(?:are|ere|ire)\\p{L}*',
  when: '(?:quando|ogni volta che|se) (?:ti |le |vi )?(?:chied|domand|parl|menzion|dic|mand|invi|vogli)\\p{L}*(?: (?:di|su|per))?|(?:quando|ogni volta che) (?:rispond|scriv|consigli|prenot|cre|gener|mostr|spieg|aggiung|modific)\\p{L}*',
  lead: 'per|in|nel|nella|con|quando|se|prima|dopo|come',
  answers: '(?:(?:tue|sue) (?:risposte|spiegazioni)|(?:tuoi|suoi) (?:messaggi|testi|riassunti))',
  form: 'mantieni|tieni|scrivi|formatta|struttura|limita|inizia|comincia|termina',
  brief: 'mai più|(?:niente|nessun\\p{L}*|senza)(?=[^.!?]*\\sper (?:favore|piacere|cortesia))',
};

const DUTCH: CommandWords = {
  always: 'altijd|nooit|steeds|elke keer|iedere keer|telkens',
  future: '(?:vanaf (?:nu|vandaag)|van nu af aan|voortaan|in (?:het vervolg|de toekomst)|nu en in de toekomst)',
  please: 'alsjeblieft|alstublieft|aub|graag',
  before: 'niet|geen|alleen|enkel|me|mij|dan|nooit meer|niet meer',
  verbs:
    '(?:antwoord|beantwoord|gebruik|schrijf|toon|laat|geef|zet|vermijd|boek|reserveer|doe|spreek|praat|leg|vertaal|noem|houd|hou|vermeld|voeg|controleer|vraag|onthoud|maak|formatteer|begin|eindig|vat|citeer|kies|stuur|bevestig|wees|volg|neem|denk|test|rond|bereken|bestel|plan|zeg|herhaal|wijs|beschrijf|verklaar|vergeet)',
  afterAlways:
    '(?!(?:al|nog|weer|meer|goed|leuk|zo|ik|we|hij|ze|was|heb|had) )(?=[^,;]*\\p{Ll}{2,}en\\s*[.!]*$)(?![^,;]*(?<!\\p{L})ge\\p{Ll}+en\\s*[.!]*$)\\p{L}+',
  request:
    '(?:ik (?:wil|zou willen|heb graag|verwacht),? dat je|(?:je|u) (?:moet|mag|dient)|(?:kun|kan|wil|zou) (?:je|u)(?: alsjeblieft)?|zorg (?:ervoor )?dat je)',
  stop: '(?:alsjeblieft )?(?:stop|hou) (?:alsjeblieft )?(?:op )?met',
  when: '(?:wanneer|als|telkens als|elke keer (?:dat|als)|iedere keer (?:dat|als)) (?:ik|we|wij)(?=[^,.!?]*(?:vra|vroeg|zeg|noem|stuur|wil|praat)\\p{L}*)|(?:wanneer|telkens als|elke keer (?:dat|als)) je(?=[^,.!?]*(?:antwoord|schrijf|maak|geef|toon|boek|stuur|voeg)\\p{L}*)',
  lead: 'voor|bij|in|met|als|wanneer|na',
  answers: '(?:je|jouw|uw) (?:antwoorden|berichten|uitleg|samenvattingen|teksten)',
  form: 'houd|hou|maak|schrijf|formuleer|formatteer|beperk|begin|eindig',
  brief: 'nooit meer|geen \\p{L}+ meer|(?:geen|zonder)(?=[^.!?]*\\s(?:alsjeblieft|alstublieft|aub|graag))',
};

const POLISH: CommandWords = {
  always: 'zawsze|nigdy|za każdym razem|każdorazowo',
  future: '(?:od (?:teraz|dziś|dzisiaj|tej pory|tego momentu)|odtąd|w przyszłości|na przyszłość)',
  please: 'proszę',
  before: 'nie|tylko|mi|wtedy|już',
  verbs:
    '(?:odpowiadaj|odpowiedz|używaj|użyj|pisz|podawaj|pokazuj|dodawaj|unikaj|rezerwuj|rób|mów|tłumacz|wyjaśniaj|formatuj|pamiętaj|sprawdzaj|pytaj|stosuj|dawaj|zaczynaj|kończ|podsumowuj|cytuj|wymieniaj|wybieraj|polecaj|wysyłaj|potwierdzaj|uwzględniaj|zwracaj|zamawiaj|planuj|zaokrąglaj|zapisuj|trzymaj|testuj|bądź|informuj|ostrzegaj|oznaczaj)(?:cie)?',
  afterAlways: '\\p{L}{3,}(?:ać|eć|ić|yć|ąć|ść|źć)(?!\\p{L})',
  request:
    '(?:(?:chcę|chciałbym|chciałabym|wolę|proszę),? (?:żebyś|abyś|byś)|(?:musisz|powinieneś|powinnaś|masz)|(?:możesz|mógłbyś|mogłabyś)|upewnij się,? że)',
  stop: '(?:proszę,? )?przestań(?:cie)?',
  when: '(?:kiedy|gdy|ilekroć|za każdym razem,? (?:gdy|kiedy)|jeśli)(?=[^,.!?]*(?:pytam|zapytam|spytam|proszę|poproszę|wspomnę|piszę|mówię)(?!\\p{L}))',
  lead: 'dla|w|we|przy|z|gdy|kiedy|jeśli|na|do|po|przed',
  answers:
    '(?:twoi(?:ch|m)|swoi(?:ch|m)|twoje|swoje) (?:odpowiedzi(?:ach)?|wiadomości(?:ach)?|wyjaśnienia(?:ch)?|teksty|tekstach)',
  form: 'pisz|formułuj|formatuj|ograniczaj|zaczynaj|kończ|trzymaj',
  brief: 'nigdy więcej|(?:żadn\\p{L}+|bez)(?=[^.!?]*\\sproszę)',
};

const RUSSIAN: CommandWords = {
  always: 'всегда|никогда|каждый раз|постоянно|во всех случаях',
  future:
    '(?:отныне|впредь|с (?:этого момента|этого дня|сегодняшнего дня|этих пор)|(?:на|в) будущ(?:ее|ем)|начиная с (?:сегодня|этого)[^,]{0,20}|теперь (?=всегда|никогда))',
  please: 'пожалуйста|прошу',
  before: 'не|только|мне|тогда|больше',
  verbs:
    '(?:\\p{L}{2,}(?:[аяуюе]й|и|ь)те|\\p{L}{2,}[аяу]й|пиши|говори|покажи|переводи|приводи|веди|называй|бери|дай|включай|смотри|помни|ставь|добавь|бронируй|учти|пользуйся|ссылайся|старайся|придерживайся|обращайся)(?:сь|ся)?',
  afterAlways: '(?!быть )\\p{L}{3,}(?:ать|ять|еть|ить|уть|ыть|ти)(?:ся)?(?!\\p{L})',
  request:
    '(?:(?:я )?(?:хочу|хотел[аи]? бы|прошу),? чтобы (?:ты|вы)|(?:ты|вы) (?:должен|должна|должны)|тебе (?:нужно|следует)|(?:можешь|можете|не мог(?:ли|ла)? бы))',
  stop: '(?:пожалуйста,? )?(?:перестань|прекрати|хватит)(?:те)? \\p{L}+ть(?:ся)?',
  when: '(?:когда|каждый раз,? когда|всякий раз,? когда|если) (?:я|мы)(?=[^,.!?]*(?:спраш|спрош|прош|попрош|упомин|пиш|говор|хоч)\\p{L}*)|(?:каждый раз,? |всякий раз,? )?когда ты(?=[^,.!?]*(?:отвеча|пиш|созда|показ|брониру|предлага|рекоменд|объясн)\\p{L}*)',
  lead: 'для|в|во|при|на|с|когда|если|перед|после',
  answers: '(?:тво|сво|ваш)(?:и|их|ими?|ей?) (?:ответ|сообщени|объяснени|текст)\\p{L}*',
  form: '(?:пиши|держи|формулируй|форматируй|ограничь|ограничивай|начинай|заканчивай)(?:те)?',
  brief: 'никогда больше|больше никак\\p{L}+|(?:никак\\p{L}+|без)(?=[^.!?]*\\sпожалуйста)',
};

/** Latin and Cyrillic languages with a verb near the beginning. */
export const COMMAND_WORDS: readonly CommandWords[] = [
  ENGLISH,
  GERMAN,
  FRENCH,
  SPANISH,
  PORTUGUESE,
  ITALIAN,
  DUTCH,
  POLISH,
  RUSSIAN,
];

/** Words that begin a part of a sentence with a subject of its own: its "always" is no wish. */
export const SUBORDINATE =
  'why|that|how|if|which|what|whether|because|is|are|warum|dass|wie|ob|weil|ist|sind|pourquoi|que|comment|si|est|qué|cómo|porque|es|come|perché|che|waarom|dat|hoe|dlaczego|że|jak|почему|что|как|если';

/** Words of wishes that something is not done. */
export const NEGATIONS =
  "(?<!\\p{L})(?:never|not|don['’]t|stop|no|quit|avoid|without|nie|niemals|nicht|kein\\p{L}*|vermeide|jamais|ne|n['’]\\p{L}+|évite[sz]?|nunca|jamás|evit[ae]|não|mai|non|nooit|niet|geen|nigdy|никогда|не|asla|nahi|मत|न|नहीं|لا)(?![\\p{L}\\p{M}])|不|别|別|勿|ないで|しない|するな|決して|二度と|마세요|말아|하지 ?마|절대|결코";

/** Words for people other than the one who speaks: what should be done to all of them is no wish of one. */
export const OTHERS =
  `(?<!\\p{L})(?:every(?:one|body)|any(?:one|body)|(?:all|any|every|each|other) (?:the |your |of (?:the|your) )?(?:customers?|clients?|users?|visitors?|guests?|callers?|people|persons?|patients?|buyers?|members?)
|(?:alle[nrm]?|jede[nrms]?|andere[nrm]?) (?:kunden?|kundin(?:nen)?|nutzern?|benutzern?|besuchern?|gästen?|personen|leuten?|menschen)|jedermann
|tout le monde|(?:tous|toutes) les (?:clients?|clientes|utilisateurs|gens|visiteurs|personnes)|(?:chaque|n['’]importe quel) (?:client|utilisateur|visiteur|personne)
|todo el mundo|tod[oa]s l[oa]s (?:clientes|usuarios|personas|visitantes)|(?:cada|cualquier) (?:cliente|usuario|persona|visitante)
|todo mundo|tod[oa]s [oa]s (?:clientes|usuários|pessoas|visitantes)|(?:cada|qualquer) (?:usuário|pessoa)
|tutti (?:i clienti|gli utenti)|ogni (?:cliente|utente|persona)|(?:alle|iedere|elke) (?:klanten|klant|gebruikers?|bezoekers?)|iedereen
|wszyst\\p{L}+ (?:klient\\p{L}*|użytkownik\\p{L}*)|każd\\p{L}+ (?:klient\\p{L}*|użytkownik\\p{L}*)|(?:всем|всех|каждо\\p{L}+) (?:клиент\\p{L}*|пользовател\\p{L}*|покупател\\p{L}*|людям))(?!\\p{L})
|所有(?:的)?(?:人|客户|客戶|用户|用戶|顾客|顧客)|每个(?:人|客户|用户|顾客)|大家|全員|(?:すべて|全て)の(?:人|お客|顧客|ユーザ)|모든 (?:사람|고객|사용자)`.replace(
    /\n/gu,
    '',
  );
