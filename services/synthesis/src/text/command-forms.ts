/** A language in which the form of the verb at the end, or a word without a fixed place, makes a sentence a command. */
export interface CommandForms {
  /** "Always", "from now on". */
  readonly standing: string;
  /** What makes the sentence a command. */
  readonly command: string;
  /** A condition on what is asked of the program. */
  readonly when: string;
  /** What makes it a report about who speaks. */
  readonly report: string;
}

export const COMMAND_FORMS: readonly CommandForms[] = [
  // Chinese
  {
    standing:
      '总是|總是|始终|始終|永远|永遠|一直|每次|务必|務必|一律|以后|以後|今后|今後|往后|往後|从现在(?:起|开始)|從現在(?:起|開始)|从今(?:天|往后|以后)|將來|将来',
    command:
      '请|請|要用|都用|都要|不要|不得|不许|别(?!人)|別(?!人)|必须|必須|务必|務必|一律|(?<!我)(?:用|使用)[^，。]{1,12}(?:回答|回复|回覆|格式|写|寫)',
    when: '(?:当|當|每当|每當|每次|如果|只要)我[^，。！？]{0,6}(?:问|問|询问|詢問|提到|要求|需要|请求|請求)[^，。！？]{0,40}',
    report: '^我(?:们|們)?(?:总是|總是|一直|始终|從|从|永远|永遠|以后|以後|每次|会|會|要)|我(?:会|會|将|將|想要)',
  },
  // Japanese
  {
    standing: 'これから|今後|以後|以降|次から|次回から|毎回|いつも|常に|必ず|絶対に|決して|二度と|今から',
    command:
      '(?:てください|て下さい|でください|で下さい|ないで|ように(?:して|お願い)[^。]{0,8}|お願い(?:します|いたします|ね)?|しなさい|てほしい(?:です)?|て欲しい(?:です)?|するな|こと|てね|てくれ)[。！!]*$',
    when: '[^、。]{1,40}(?:質問|聞い|聞く|尋ね|頼ん|頼む|依頼|話す|話し)[^、。]{0,6}(?:たら|とき|時|際|場合|たび|度)[にはも]*',
    report: '(?:でした|ました|だった|ています|ている)[。！!]*$',
  },
  // Korean
  {
    standing: '앞으로|이제부터|지금부터|다음부터|항상|언제나|늘 |매번|반드시|절대로?|결코|무조건',
    command:
      '(?:주세요|주십시오|하세요|십시오|으?세요|마세요|말아요|줘요?|하지 ?마(?:라)?|해라|하도록|바랍니다|부탁(?:해|드려|드립니다|합니다)?|할 것|말 것)\\s*[.!]*$',
    when: '[^,.]{1,40}(?:물어|질문|요청|말하|언급|부탁)[^,.]{0,6}(?:때(?:마다|는|에는)?|면)',
    report: '(?:었|았|였|했)(?:어요|습니다|다)\\s*[.!]*$',
  },
  // Turkish
  {
    standing:
      'her zaman|daima|asla|hiçbir zaman|bundan (?:sonra|böyle)|şu andan itibaren|artık|her seferinde|gelecekte',
    command:
      'lütfen|(?:kullan|yaz|ver|cevapla|yanıtla|göster|ekle|yap|söyle|konuş|açıkla|çevir|belirt|kontrol et|dikkat et|hatırla|sor|gönder|başla|bitir|kaçın|tut|seç|öner|planla|koy)(?:m[ae])?(?:y?[ıiuü]n(?:[ıiuü]z)?)?\\s*[.!]*$|rezervasyon yapma(?:y[ıi]n)?\\s*[.!]*$',
    when: '[^,.]{1,40}(?:sorduğumda|sorarsam|istediğimde|bahsettiğimde|sorunca)',
    report: '(?:d[ıiuü]m|t[ıiuü]m|[ıiuü]yorum|r[ıiuü]m)\\s*[.!]*$',
  },
  // Hindi
  {
    standing: 'हमेशा|कभी (?:भी )?(?:न|नहीं|मत)|अब से|आगे से|भविष्य में|हर बार|आज से',
    command: '(?:कृपया|करें|करो|कीजिए|दें|दो|दीजिए|लिखें|लिखो|रखें|रखो|बोलें|बताएं|बताएँ|मत करना|करना|देना)\\s*[।.!]*$|कृपया',
    when: 'जब (?:भी )?मैं[^,।]{0,40}(?:पूछूं|पूछूँ|पूछता|पूछती|कहूं|कहूँ|मांगूं)',
    report: '(?:हूँ|हूं|था|थी|थे)\\s*[।.!]*$',
  },
  // Arabic
  {
    standing: 'دائما|دائمًا|دوما|أبدا|أبدًا|من الآن فصاعدا|من الآن فصاعدًا|من الآن|في المستقبل|في كل مرة|كل مرة',
    command:
      'من فضلك|رجاء|يرجى|أرجو|(?<!\\p{L})(?:لا ت\\p{L}+|أجب|استخدم|اكتب|أضف|اعرض|قدم|قدّم|اذكر|تذكر|تذكّر|تجنب|احجز|تحدث|ترجم|اشرح)(?!\\p{L})',
    when: '(?:عندما|كلما|إذا) (?:أسأل|سألت|أطلب|طلبت|أذكر|ذكرت)[^،.؟]{0,40}',
    report: '^(?:أنا|كنت|لم|لقد)',
  },
];
