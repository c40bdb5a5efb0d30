// Words by which a user says that something should last, in the languages that the product listens in. Data only.
// Each list is of whole words or phrases in lower case, with a plain apostrophe; lists of scripts without spaces are of parts.

export interface CaptureWords {
  /** Say so whatever stands before them. */
  readonly firm: readonly string[];
  /** Say so unless they are denied: "not decided yet" decides nothing. */
  readonly deniable: readonly string[];
  /** What denies, among the few words before; in Japanese what follows. */
  readonly denials: readonly string[];
  /** Phrases that hold such a word and mean something else. */
  readonly idle: readonly string[];
  /** Beginnings of a question that may lack its mark. */
  readonly asking: readonly string[];
}

const phrases = (text: string) => text.split("|").map((phrase) => phrase.trim());

const ENGLISH: CaptureWords = {
  firm: phrases(
    "note to self|don't forget|dont forget|do not forget|never forget|prefer|prefers|preferred|preference|preferences|never|" +
      "from now on|going forward|keep in mind|for future reference|for the record|my name is|allergic to|favourite|favorite",
  ),
  deniable: phrases(
    "decided|decision|decisions|remember|important|always|policy|policies|the answer is|confirmed|we agreed|i live in|i live near|i work at|i work for|i work as|i was born in|i come from",
  ),
  denials: phrases(
    "not|no|cannot|without|isn't|aren't|wasn't|weren't|haven't|hasn't|hadn't|didn't|doesn't|don't|can't|couldn't|won't|yet to|unless|until|isnt|havent|didnt|dont|cant|barely|hardly|nothing",
  ),
  idle: phrases(
    "never mind|as always|like always|as never before|i remember|we remember|you remember|they remember|he remembers|i can remember|if i remember|" +
      "try to remember|something important|anything important|more important things",
  ),
  asking: phrases(
    "do you|did you|does it|do we|did we|did i|do i|can you|could you|would you|will you|have you|has it|are you|is it|is there|are there|should i|should we|shall we|" +
      "what is|what's|what are|what was|what were|what did|what do|what does|who is|who's|who was|who are|where is|where's|where are|where do|where did|when is|when did|when do|why is|why are|why do|why does|why did|" +
      "how do|how does|how did|how is|how are|how can|how much|how many|which one|remember when|remember what|remind me what|tell me what|tell me how|tell me why|i wonder",
  ),
};

const GERMAN: CaptureWords = {
  firm: phrases(
    "merk dir|merke dir|merkt euch|merken sie sich|nicht vergessen|vergiss nicht|vergesst nicht|vergessen sie nicht|denk daran|denk dran|bevorzuge|bevorzugt|bevorzugen|vorliebe|" +
      "lieber|am liebsten|nie|niemals|ab sofort|von nun an|künftig|ich heiße|allergisch gegen|lieblingsfarbe|lieblingsessen",
  ),
  deniable: phrases(
    "entschieden|entscheidung|entscheidungen|beschlossen|beschluss|wichtig|immer|richtlinie|richtlinien|die antwort ist|die antwort lautet|bestätigt|vereinbart|festgelegt|ich wohne in|ich lebe in|ich arbeite bei|ich arbeite als|ich komme aus",
  ),
  denials: phrases("nicht|kein|keine|keiner|keinen|keinem|ohne|kaum|nichts|ob"),
  idle: phrases("wie immer|immer noch|immerhin|nie im leben|lieber nicht|immer wieder"),
  asking: phrases(
    "hast du|haben wir|haben sie|kannst du|können sie|weißt du|wissen sie|erinnerst du|was ist|was sind|was hat|was haben|was war|wer ist|wer hat|wo ist|wo sind|wann ist|wann war|warum ist|warum hat|wie ist|wie geht|welche ist|ist es|gibt es|soll ich|sollen wir",
  ),
};

const FRENCH: CaptureWords = {
  firm: phrases(
    "souviens-toi|souvenez-vous|rappelle-toi|rappelez-vous|retiens|retenez|n'oublie pas|n'oubliez pas|ne pas oublier|préfère|préférons|préférez|préférence|préférences|jamais|désormais|dorénavant|je m'appelle|allergique|préféré|préférée",
  ),
  deniable: phrases(
    "décidé|décidée|décidés|décision|décisions|important|importante|toujours|notre politique|la politique de|la réponse est|confirmé|confirmée|convenu|j'habite|je vis à|je vis en|je travaille chez|je travaille comme|j'aime mieux|j'aime plus",
  ),
  denials: phrases("pas|aucune|aucun|sans|rien|guère"),
  idle: phrases("comme toujours|toujours pas|comme jamais|si jamais|jamais deux sans trois"),
  asking: phrases(
    "est-ce que|est-ce|qu'est-ce|qu'est ce|pourquoi|comment|quel est|quelle est|quels sont|où est|où sont|quand est-ce|qui est|as-tu|avez-vous|peux-tu|pouvez-vous|te souviens-tu|vous souvenez-vous|sais-tu",
  ),
};

const SPANISH: CaptureWords = {
  firm: phrases(
    "recuerda|recuerde|recuerden|no olvides|no olvide|no te olvides|no se olvide|ten en cuenta|prefiero|prefiere|preferimos|preferencia|preferencias|nunca|jamás|a partir de ahora|de ahora en adelante|me llamo|alérgico|alérgica|favorito|favorita",
  ),
  deniable: phrases(
    "decidido|decidimos|decidí|decidió|decisión|decisiones|importante|siempre|nuestra política|la política de|la respuesta es|confirmado|confirmada|confirmó|acordamos|vivo en|trabajo en|trabajo como|me gusta más|me gustan más",
  ),
  denials: phrases("no|sin|ninguna|ningún|tampoco|nada"),
  idle: phrases("como siempre|como nunca|para siempre|nunca mejor dicho"),
  asking: phrases(
    "qué|quién|quiénes|dónde|cuándo|por qué|cómo|cuál|cuáles|cuánto|cuántos|recuerdas|te acuerdas|puedes|podrías|sabes",
  ),
};

const PORTUGUESE: CaptureWords = {
  firm: phrases(
    "lembre-se|lembra-te|lembre|lembrem-se|não esqueça|não esqueças|não se esqueça|não te esqueças|tenha em mente|prefiro|prefere|preferimos|preferência|preferências|nunca|jamais|a partir de agora|daqui em diante|meu nome é|alérgico|alérgica|favorito|favorita",
  ),
  deniable: phrases(
    "decidido|decidimos|decidi|decidiu|decisão|decisões|importante|sempre|nossa política|a política de|a resposta é|confirmado|confirmada|confirmou|combinamos|moro em|moro no|moro na|vivo em|trabalho como|gosto mais",
  ),
  denials: phrases("não|sem|nenhuma|nenhum|nada"),
  idle: phrases("como sempre|como nunca|para sempre|nem sempre"),
  asking: phrases(
    "o que é|o que|quem é|quem|onde está|por que|por quê|qual é|qual|quais|você lembra|lembras-te|você pode|podes|sabe se",
  ),
};

const RUSSIAN: CaptureWords = {
  firm: phrases(
    "запомни|запомните|помни|не забудь|не забудьте|не забывай|имей в виду|имейте в виду|предпочитаю|предпочитает|предпочитаем|предпочтение|предпочтения|никогда|отныне|впредь|меня зовут|аллергия|любимый|любимая|любимое",
  ),
  deniable: phrases(
    "решили|решил|решила|решено|решение|важно|важная|важный|всегда|правило|политика компании|наша политика|ответ такой|подтвердил|подтвердила|подтвердили|подтверждено|договорились|я живу в|я живу на|я работаю|больше нравится|больше люблю",
  ),
  denials: phrases("не|нет|без|ещё не|ли|пока не"),
  idle: phrases("как всегда|как никогда|не помню|никогда не знаешь"),
  asking: phrases(
    "почему|помнишь|помните|кто|где|сколько|какой|какая|какие|зачем|можешь ли|есть ли|что такое",
  ),
};

/** The languages that put spaces between words. */
export const SPACED: readonly CaptureWords[] = [ENGLISH, GERMAN, FRENCH, SPANISH, PORTUGUESE, RUSSIAN];

export const CHINESE: CaptureWords = {
  firm: phrases(
    "记住|記住|请记得|請記得|别忘|別忘|不要忘记|不要忘記|更喜欢|更喜歡|偏好|偏爱|从不|從不|从来不|從來不|永远不|永遠不|绝不|絕不|切勿|切记|切記|从现在起|從現在起|从今以后|從今以後|以后都|以後都|我叫|过敏|過敏|最喜欢|最喜歡",
  ),
  deniable: phrases(
    "决定|決定|重要|总是|總是|始终|始終|一律|规定|規定|政策|答案是|确认|確認|约定|約定|必须|必須|我住在|我家在",
  ),
  denials: phrases("没|沒|未|不|无|無|是否"),
  idle: phrases("决定性|決定性|重要性|记住了吗|還記得|还记得"),
  asking: phrases("为什么|為什麼|是不是|有没有|有沒有|你记得|你記得"),
};

export const JAPANESE: CaptureWords = {
  firm: phrases(
    "覚えておいて|覚えてお|忘れないで|忘れずに|好む|好みは|方が好き|ほうが好き|が好きです|方針は|ルールは|答えは|いつも|必ず|常に|決して|絶対に|今後は|これからは|と申します|アレルギー|一番好き",
  ),
  deniable: phrases(
    "決めた|決めました|決まった|決まりました|決定|重要|大事|大切|確認済|確認しました|確認できました|に住んでい|で働いてい",
  ),
  denials: phrases("ない|ません|なかった|ず"),
  idle: phrases("未決定|未確認|重要性|いつもの"),
  asking: phrases("なぜ|どうして"),
};
