import { listed, type AlphabetLanguage } from '@strata/languages/function-words';

/**
 * Words to greet, thank, praise, cheer and react with, by language, without accents. Beside words of grammar they say nothing that
 * is worth remembering.
 */
export const SMALL_TALK: ReadonlyMap<AlphabetLanguage, ReadonlySet<string>> = new Map([
  [
    'en',
    listed(`
      much many must may might shall quit hold difference hi hello hey heya hiya howdy greetings yo morning afternoon evening night bye goodbye cya ya later soon cheers thank thanks thx ty welcome
      ok okay k yes yeah yea yep yup nope alright right exactly true indeed absolutely definitely totally certainly surely truly really honestly
      seriously completely literally actually course sure great good cool nice perfect awesome amazing wonderful fantastic fabulous incredible
      excellent brilliant lovely neat sweet super beautiful gorgeous stunning cute fun funny hilarious interesting inspiring impressive exciting pumped psyched too ha ho missed em chill
      excited thrilled stoked happy glad sad sorry proud grateful thankful lucky tough hard rough scary important special possible helpful kind
      encouraging rewarding fulfilling powerful big huge strong best better bad worth positive motivated determined dedicated passionate
      talented wow whoa woah oh ooh ah aw aww oof yay woo hmm mm mhm haha hehe lol omg congrats congratulations kudos props luck bless
      thing things stuff way ways time times moment dream dreams goal goals journey work effort efforts support help encouragement word words
      kindness advice tip tips idea ideas progress success hope joy memory memories heart mind spirit energy attitude lot lots bit bunch
      ton friend buddy pal dude bro man guys folks mate dear everyone everything anything something nothing someone anyone part corner back world
      keep keeps kept go goes going gone come coming comes believe feel feels feeling hear hearing heard see seeing look looks looking sound
      sounds seem seems make makes making made mean means meant know knows think guess bet wish appreciate love loves like likes enjoy helps helping
      try trying get gets getting got give giving do done push pushing stay staying hang chase chasing follow following succeed inspire
      inspires inspired motivate motivates motivating encourage encourages supporting root rooting cheer cheering share sharing tell chat catch
      ask asking wait rock crush nail killing deserve deserves forget worry worries matter happen happening figure imagine understand agree
      achieve reach continue forward ahead along together always never ever gonna wanna gotta gotcha kinda pretty quite maybe perhaps well still
      yet even already though anyway anytime let lets us care take say said doing being please prob problem probs deal note noted
      new up ur u im ive its thats youre hows whats let feelin goin keepin end hands hand sec second minute assist assistance free question questions`),
  ],
  [
    'de',
    listed(`
      vielen sehr hallo hi hey moin servus tschuss tschus ciao danke dank bitte bitteschon guten gute gut morgen tag abend nacht feierabend schonen schone schones
      schon wochenende gruss grusse ok okay klar alles prima super toll klasse genial wunderbar perfekt spitze cool nett lieb liebe stimmt genau richtig
      wirklich echt sicher naturlich gerne gern freut freue mich wow oh ah ach aha haha hm herzlichen gluckwunsch glucks gratuliere viel gluck erfolg
      spass klingt hort schaut sieht aus geht gehts lauft macht machen mach weiter so bleib dran schaffst schafft hilft geholfen notiert verstanden
      einverstanden passt mal sehen schauen kommt tut leid schade sorry problem bis bald spater dann tschau bescheid los super interessant`),
  ],
  [
    'es',
    listed(`
      hola buenas buenos buen dias dia tardes noches noche adios hasta luego pronto manana chao gracias mil muchas vale ok okay claro perfecto genial
      bien bueno buena estupendo fantastico increible maravilloso guay excelente interesante bonito verdad cierto exacto seguro entendido apuntado
      anotado acuerdo vaya guau oh ah ha ja jaja suerte felicidades enhorabuena animo vamos sigue adelante alegro alegra encanta parece suena veremos
      ayuda ayudas siento lastima problema favor nada espero puedo tal va verdad`),
  ],
  [
    'fr',
    listed(`
      bonjour bonsoir salut coucou bonne bon ha soiree journee nuit revoir bientot plus demain merci mille ok okay d accord dacc daccord note entendu
      compris parfait super genial bien bravo excellent magnifique formidable chouette cool incroyable interessant vrai exact exactement
      certainement surement evidemment oui non wow oh ah haha chance courage felicitations continue allez content contente ravi ravie heureux heureuse
      desole desolee dommage va verra voit plait sympa gentil top rien probleme aide semble vraiment`),
  ],
  [
    'it',
    listed(`
      ciao salve buongiorno buonasera buonanotte buona buon serata giornata notte arrivederci presto domani dopo grazie mille prego ok okay va bene
      perfetto ottimo bello bella bravo brava fantastico incredibile meraviglioso magnifico interessante vero certo esatto esattamente capito
      d accordo wow oh ah haha fortuna auguri congratulazioni complimenti forza avanti continua contento contenta felice piacere dispiace
      peccato vediamo sembra aiuta problema favore davvero`),
  ],
  [
    'pt',
    listed(`
      ola oi bom boa bons boas dia dias tarde tardes noite noites adeus tchau ate logo breve amanha obrigado obrigada muito ok okay claro perfeito otimo
      otima bem fixe legal bacana bonito incrivel maravilhoso excelente interessante verdade certo exato entendido combinado uau oh ah haha kkk
      sorte parabens forca continua contente feliz prazer desculpa pena veremos parece ajuda problema favor serio nada`),
  ],
  [
    'nl',
    listed(`
      hallo hoi hey goedemorgen goedemiddag goedenavond goede morgen avond nacht dag doei tot ziens straks morgen later snel dank bedankt danke graag
      gedaan ok oke okay prima goed mooi leuk fijn fijne geweldig super top tof gaaf perfect fantastisch interessant waar klopt precies zeker
      natuurlijk echt begrepen genoteerd akkoord wow oh ah haha succes gefeliciteerd sterkte zet hem op blij jammer sorry spijt probleem klinkt
      ziet uit helpt gaat kom zien weekend`),
  ],
]);

/** Words of praise and of joy about somebody else's news, by language, without accents. */
export const PRAISE: ReadonlyMap<AlphabetLanguage, ReadonlySet<string>> = new Map([
  [
    'en',
    listed(`great good awesome amazing wonderful fantastic fabulous incredible excellent brilliant lovely nice cool perfect beautiful gorgeous stunning
      cute fun inspiring impressive exciting interesting proud glad happy sorry congrats congratulations talented sweet super sounds looks
      delicious adorable luck bet rock kill deserve special powerful inspiring magical fabulous rewarding touching wild unforgettable
      fascinating satisfying worthwhile stunning breathtaking gorgeous vibrant cozy calming healing joyful magical thrilled priceless precious tough hard awful terrible frustrating scary yum yummy peaceful motivating encouraging admirable`),
  ],
  [
    'de',
    listed(
      'toll super klasse genial wunderbar perfekt spitze schon schone schones gut freut klingt gluckwunsch gluck leid cool',
    ),
  ],
  [
    'es',
    listed(
      'genial perfecto estupendo fantastico increible maravilloso bonito bien alegro encanta suena felicidades suerte siento guay',
    ),
  ],
  [
    'fr',
    listed(
      'super genial bien bravo excellent magnifique formidable chouette content contente felicitations desole desolee cool',
    ),
  ],
  [
    'it',
    listed(
      'bello bella bravo brava fantastico incredibile meraviglioso magnifico contento contenta complimenti auguri dispiace',
    ),
  ],
  [
    'pt',
    listed(
      'perfeito otimo otima fixe legal bacana bonito incrivel maravilhoso excelente contente feliz parabens sorte',
    ),
  ],
  ['nl', listed('goed mooi leuk fijn geweldig super top tof gaaf fantastisch blij gefeliciteerd succes jammer klinkt')],
]);

/** Further words that people react with, by language, without accents. They say nothing where no other words stand beside them. */
export const REACTION: ReadonlyMap<AlphabetLanguage, ReadonlySet<string>> = new Map([
  [
    'en',
    listed(`
      talk talked talking chatted spoke speak experience experiences friendship friendships posted paid pays photo photos pic
      pics picture pictures view last little others people person step steps sometimes blast crazy wild insane frustrating
      disappointing awful terrible discouraged precious priceless cherish cherished treasure unforgettable memorable relaxing
      refreshing uplifting magical y ugh updated update thoughts enjoyable honor honour surprise remind reminds reminder alone
      force sense fascinating classic lesson bummer turn turns hopefully eyes inspiration need needs stick sticking dreaming
      satisfying worthwhile agreed vid vids path odds fingers crossed crossing relatable since while long ages ago lately
      recently awe breathtaking vibrant calming cozy colors colours positivity optimism passion passions compassion motivation
      courage strength resilience dedication determination tackle obstacle obstacles challenge challenges shine shining ability
      abilities talent talents side chance caught smile smiles brighten fam guts respect idol comfort taking having crucial vital
      essential key valuable meaningful easy fact same page beauty peace happiness kids faced bring brings bringing show shows
      change changes changed spot life lives day days weeks place whoo woohoo yum yummy`),
  ],
  [
    'de',
    listed(
      'foto fotos bild bilder farben leben tag tage mut kraft stark besonders besonderer spannend beeindruckend freude kinder',
    ),
  ],
  [
    'es',
    listed(
      'foto fotos imagen colores vida dia dias animo fuerza fuerte especial emocionante impresionante alegria ninos',
    ),
  ],
  [
    'fr',
    listed(
      'photo photos image couleurs vie jour jours courage force fort special emouvant impressionnant joie enfants',
    ),
  ],
  [
    'it',
    listed(
      'foto immagine colori vita giorno giorni coraggio forza forte speciale emozionante impressionante gioia bambini',
    ),
  ],
  [
    'pt',
    listed(
      'foto fotos imagem cores vida dia dias coragem forca forte especial emocionante impressionante alegria criancas',
    ),
  ],
  [
    'nl',
    listed('foto fotos kleuren leven dag dagen moed kracht sterk bijzonder spannend indrukwekkend vreugde kinderen'),
  ],
]);

/**
 * Words of general truths and of encouragement, by language, without accents: "Keep learning, and trust the process." A sentence of
 * these and the words above says nothing of a person or an event, unless somebody says "I".
 */
export const ENCOURAGEMENT: ReadonlyMap<AlphabetLanguage, ReadonlySet<string>> = new Map([
  [
    'en',
    listed(`
      able accept acceptance accepted accepting accomplish accomplished accomplishment accomplishments achieved achievement achievements act action
      actions acts admirable admire adventure affect afraid alive amidst amount appreciated around atmosphere attitude
      authentic available aware awareness away awestruck background backgrounds balance balanced balancing battle beans beauty
      become becoming begin beginning beginnings beings belief bigger biggest blessed blessing blessings blown bold
      bond bonding bonds boost boosts boundaries brave bravery break breaks bright brighter bring brought
      build building builds built bumps calm calmness came capable care cares caring carry cathartic
      cause causes celebrate celebrates celebrating centered champ champion chaos chapter chapters charge cheerful chills
      choice choices choose choosing chose clear clearer close closer collaborate collaborating collaboration comeback commitment
      committed common communities community compassionate confidence confident connect connected connecting connection connections conquer consistency
      consistent constant contagious count counts courageous create creating creative creativity crushed curious dare decision
      decisions deep deeper defeat delighted deserved deserves difficult difficulties difficulty direction discover discovering doors
      doubt doubts dreamer drive driven drop during each ease easier effect effective embrace embracing
      emotion emotional emotions empathy empower empowered empowering endless enough enriching enthusiasm entire environment epic
      escape especially event events everyday everywhere expect expert explore exploring express expressing expression extra
      face facing fail failure failures faith fall fate fear fearless fears feelings felt fight
      fighter fighting fill filled filling find finding finds fire firm flow focus focused focusing
      form fortunate foster found free freedom freely fuel fueled fueling full fully future gain
      gained gave generation generations generosity generous genius genuine gesture gestures gift gifts given glimpse
      goal goodness goosebumps grace gratifying gratitude greater greatest greatness grit grounded grow growing grows
      growth guidance guide habit habits handle happened happier happy harder hardship hardships harmony harness
      heal healing health healthy heartwarming helped hero heroes highs honest honored honoured hopeful huge
      human humanity humbled humbling humor hurt hurts hustle iconic impact impactful impacts importance impossible
      impress impressed improve improvement improvements improving increase incredible incredibly individuality individuals infectious influence inner
      inspirational inspired instincts intense invaluable invest involved job joined joining joyful joys keeper kept kick
      kinds laugh laughing laughs laughter launch lead leave leads lean leap learn learned learning learns
      legend legendary less let liberated liberating lift lifts light limit limits listen listening live
      lives living lonely loss loved lovely lows loyalty lucky made magic major manage manageable
      mental milestone mind minded mindful mindfulness mindset mistake mistakes moments mood moved moves moving
      must nailed natural nature news needed nerve nerves nonetheless nothing obstacles odds offer offered once
      ones open opened opening opens opportunities opportunity optimistic option options others outlet outlook overcome
      overcoming overjoyed overwhelmed overwhelming own ownership pace pain past patience patient peaceful perseverance persevere
      persevering persist persistence persistent personal perspective perspectives phase pitch place places plan playing plenty
      plus point positively possibilities possibility potential power practice present pressure pride priorities prioritize priority
      privilege privileged pro process promise promising proof purpose pursue pursuing putting quality quest quickly
      quite quitting rare reach reason reasons receive recharge recipe reflect reflecting reflection reflective regardless
      relationship relationships relax relied relief relieved rely remain remember reset resilient resourceful respectful rest
      result results ride rise risk risks road rocked role roll rollercoaster room root roots
      rush safe savor scared searching seemed self selfless serene serenity serious setback setbacks settle
      shape shapes shared simple simply sky slay slayed slow slowly small smart smoothly society
      solid solution solutions someday soul souls source space spark speak special speechless spill spread
      spreading stand standing stands start started starting stay stepping stress stressful strive striving stronger
      struggle struggles succeed succeeding successes successful supported supportive supports surreal surrounded surroundings survive sweet
      taken teaches team teamwork tears tension therapeutic therapy thoughtful thrill thrilling thrive thriving through
      thrown touched tougher towards track tranquil tranquility transform transforming trial trials true trust trusting
      truth turned ultimate understanding unique unite united uniting unity unknown unreal unstoppable uplift valued
      values variety venture vibe vibes victories victory vision visions vivid voice vulnerable walk wanting
      warm warmth weather welcomed welcoming wellbeing went whatever whenever wherever whole willing win winner
      winning wins wisdom within without wonder wonders worked working worries worst worthwhile wracking yourself
      zone`),
  ],
  [
    'de',
    listed(`
      alltag zahlt fuhren fuhrt angst anfang aufgeben ausdauer balance bedeutung beste chance chancen dankbar dankbarkeit durchhalten ehrlich energie entwicklung erfolge
      fehler freiheit freunde freundschaft fuhlen gefuhl gefuhle geduld gemeinsam gemeinschaft geschenk glaube glauben gluck harmonie helfen
      herausforderung herausforderungen herz hilfe hoffnung idee ideen kampf kampfen kleine kleinen lernen lachen leidenschaft liebe
      mensch menschen moment momente moglich moglichkeit moglichkeiten motivation neue neuen neues perspektive positiv ruckschlag ruckschlage
      ruhe schaffen schatzen schritt schritte schwer schwierig seele sinn starke starker traum traume uberwinden unterschied unterstutzen
      unterstutzung verbindung vertrauen wachsen wachstum weg wege welt wert wertvoll wichtig wichtige wunder zeit ziel ziele zukunft zusammen zusammenhalt`),
  ],
  [
    'es',
    listed(`
      actitud cuenta cuentan alma amistad amor aprender apoyo apoyar avanzar calma camino caminos comunidad confianza confiar corazon crecer crecimiento creer
      cambio cambios capaz desafio desafios diferencia dificil disfrutar energia equilibrio error errores esfuerzo esperanza exito experiencia
      experiencias fe felicidad futuro gente gratitud gran grande grandes humano humanos idea ideas importante impacto inspiracion inspirar juntos
      libertad logro logros lograr luchar meta metas mejor miedo momento momentos motivacion mundo naturaleza obstaculo obstaculos oportunidad
      oportunidades paciencia pasion paso pasos paz pequeno pequenos pequenas persona personas perspectiva poder posible proceso proposito
      reto retos risa seguir sentir sueno suenos superar tiempo union unidos valioso valor valores vivir voz`),
  ],
  [
    'fr',
    listed(`
      ame compte comptent amitie amour apprendre avancer avenir attitude beaute bonheur calme changement chemin coeur communaute confiance creer croire defi defis
      difference difficile echec echecs effort efforts energie ensemble epreuve epreuves equilibre erreur erreurs espoir esprit essentiel experience
      experiences foi gens grandir gratitude humain humaine humains idee idees impact important importante inspiration liberte lien liens monde moment
      moments motivation obstacle obstacles objectif objectifs opportunite opportunites paix partage partager passion patience personne personnes
      perspective petit petite petits petites peur possible pouvoir processus progres progresser reussir reussite reve reves rire sens soutien
      succes surmonter temps unique valeur valeurs vivre voix`),
  ],
  [
    'it',
    listed(`
      amicizia conta contano amore anima andare aiutare bellezza cambiamento cammino comunita cuore credere crescere crescita creare differenza difficile
      emozione emozioni energia equilibrio errore errori esperienza esperienze essenziale fede felicita fiducia futuro gente gratitudine grande grandi
      idea idee impatto imparare importante insieme ispirazione liberta mondo momento momenti motivazione obiettivo obiettivi opportunita
      ostacolo ostacoli pace passione passo passi paura pazienza persona persone piccolo piccole piccoli possibile potere processo progresso
      prospettiva risata sfida sfide sogno sogni sorriso speranza sostegno successo superare tempo umano unione valore valori vivere voce`),
  ],
  [
    'pt',
    listed(`
      alma conta contam amizade amor aprender apoio apoiar acreditar atitude avancar beleza calma caminho caminhos comunidade confianca coracao crescer crescimento
      desafio desafios diferenca dificil energia equilibrio erro erros esforco esperanca essencial experiencia experiencias fe felicidade futuro gente
      gratidao grande grandes humano ideia ideias impacto importante inspiracao juntos liberdade meta metas medo momento momentos motivacao mundo mudanca
      objetivo objetivos obstaculo obstaculos oportunidade oportunidades paciencia paixao passo passos paz pequeno pequenas pequenos pessoa pessoas perspectiva
      possivel poder processo proposito riso sentir sonho sonhos sorriso sucesso superar tempo uniao unidos valor valores viver voz`),
  ],
  [
    'nl',
    listed(`
      angst telt leiden leidt balans begin begrip betekenis doel doelen doorzetten droom dromen durven eerlijk energie ervaring ervaringen fouten geduld geloof geloven
      gemeenschap genieten gevoel gevoelens geluk groeien groei hart helpen hoop hulp idee ideeen inspiratie kans kansen kleine kracht leren
      liefde mensen mogelijk mogelijkheden moment momenten moeilijk motivatie nieuwe obstakels overwinnen passie positief proces rust samen sfeer
      stap stappen steun steunen toekomst trots uitdaging uitdagingen veerkracht verandering verbinding verschil vertrouwen vriendschap vrijheid
      waarde waardevol wereld weg zin`),
  ],
]);

/** What whole messages of reactions in Chinese, Japanese and Korean are made of. */
const UNSPACED = [
  '谢谢[你您]?(?:的帮[忙助])?|多谢|感谢|[您你]好[吗啊]?|大家好|早上好|早安|下午好|晚上好|晚安|再见|拜拜|回头见|明天见|不客气|不用谢|没关系|没问题|没事|好[的吧啊呀]?|嗯|哦|哇|哈|是[的啊]|对[的啊]?|行|可以|明白了?|知道了|收到|记下了|太[好棒]了|真[好棒]|很?不错|听起来(?:很)?不错|(?:很)?有帮助|加油|恭喜[你您]?|祝[你您]好运|辛苦了|再看看吧|最近怎么样',
  'ありがとう(?:ございま(?:す|した))?|どうも|助かりま(?:す|した)|いいですね|いいね|こんにちは|こんばんは|おはよう(?:ございます)?|おやすみ(?:なさい)?|さようなら|また(?:ね|明日|今度)?|じゃあ?|はい|ええ|うん|いえ|了解(?:です|しました)?|わかりました|分かりました|承知しました|なるほど|そう(?:ですね?|か|なんですね)|すごい(?:ですね)?|素晴らしい(?:です)?ね?|さすが(?:です)?|おめでとう(?:ございます)?|頑張って(?:ください|ね)?|お疲れ様(?:です|でした)?|よろしく(?:お願いします)?|どういたしまして|大丈夫です|お?元気ですか|様子を見ましょう|へえ|わあ|よ?ね|よ',
  '고마워요?|고맙습니다|감사합니다|감사해요|안녕(?:하세요|히 ?(?:계세요|가세요))?|네|예|응|좋아요?|좋네요|알겠(?:습니다|어요)|그래요?|그렇군요|맞아요|대단해요|멋져요|멋지네요|축하(?:해요|합니다|드려요)|수고하셨습니다|수고하세요|화이팅|파이팅|힘내(?:세요|요)?|잘 ?자요?|괜찮아요|도움이 ?됐어요|와|하|ㅋ|ㅎ|잘 ?지내(?:요|세요|셨어요)?|천만에요|별말씀을요|두고 ?봅시다',
];

/** One of these expressions. A text without spaces is read from left to right, which takes linear time. */
const UNSPACED_EXPRESSION = new RegExp(UNSPACED.join('|'), 'gu');

/** Whether a text in a script without spaces consists of these expressions alone. */
export const isUnspacedSmallTalk = (text: string): boolean => {
  const rest = text.replace(UNSPACED_EXPRESSION, '');
  return rest !== text && !/[^\p{P}\p{S}\s]/u.test(rest);
};
