// Words that tell what sort of memory a text is, lower case, in the languages that memories are likely to be written in. One
// that ends in a colon stands for what it opens. Scripts without spaces are told apart, since their words have no bounds.

export interface TypeWords {
  readonly rule: readonly string[];
  readonly procedure: readonly string[];
  readonly episode: readonly string[];
  readonly preference: readonly string[];
}

const list = (words: string) => words.split("|").map((word) => word.trim());

export const SPACED_TYPE_WORDS: readonly TypeWords[] = [
  {
    rule: list(
      "must|always|never|required|shall|constraint|invariant|rule:|important:|critical:|forbidden|mandatory|do not|don't|ensure that|make sure",
    ),
    procedure: list(
      "step 1|step 2|first|then|finally|how to|to do this|process:|workflow:|steps:|run the|execute|install|configure|setup|create a|deploy|build the",
    ),
    episode: list(
      "yesterday|today|last week|on monday|happened|occurred|we did|we found|discovered|resolved|fixed the|broke|incident|session|meeting",
    ),
    preference: list(
      "prefer|like|dislike|favorite|favourite|rather|style:|prefer to|would rather|choose|instead of|better than|worse than",
    ),
  },
  {
    rule: list(
      "muss|müssen|immer|niemals|nie|verboten|pflicht|darf nicht|dürfen nicht|regel:|wichtig:|stelle sicher",
    ),
    procedure: list(
      "schritt 1|schritt 2|zuerst|danach|anschließend|zum schluss|so geht|anleitung:|ablauf:|installiere|führe",
    ),
    episode: list(
      "gestern|heute|letzte woche|ist passiert|wir haben|vorfall|sitzung|besprechung|entdeckt|behoben",
    ),
    preference: list(
      "lieber|bevorzugt|bevorzuge|bevorzugen|mag|gefällt|am liebsten|statt|besser als|schlechter als",
    ),
  },
  {
    rule: list(
      "doit|doivent|toujours|jamais|obligatoire|interdit|il faut|ne pas|règle:|important:|assurez-vous",
    ),
    procedure: list(
      "étape 1|étape 2|d'abord|ensuite|enfin|comment faire|procédure:|installer|configurer|exécuter",
    ),
    episode: list(
      "hier|aujourd'hui|la semaine dernière|s'est passé|nous avons|incident|réunion|séance|découvert|résolu",
    ),
    preference: list("préfère|préférer|préférons|aime|aiment|plutôt|favori|au lieu de|mieux que|pire que"),
  },
  {
    rule: list(
      "debe|deben|siempre|nunca|obligatorio|prohibido|hay que|no se debe|regla:|importante:|asegúrate",
    ),
    procedure: list(
      "paso 1|paso 2|primero|luego|después|finalmente|cómo hacer|proceso:|instalar|configurar|ejecutar",
    ),
    episode: list("ayer|hoy|la semana pasada|ocurrió|sucedió|incidente|reunión|sesión|descubrimos|resuelto"),
    preference: list(
      "prefiere|prefiero|prefieren|gusta|gustan|favorito|favorita|en lugar de|mejor que|peor que",
    ),
  },
  {
    rule: list(
      "deve|devem|sempre|nunca|jamais|obrigatório|proibido|é preciso|regra:|importante:|certifique-se",
    ),
    procedure: list(
      "passo 1|passo 2|primeiro|em seguida|depois|finalmente|como fazer|processo:|instalar|configurar|executar",
    ),
    episode: list(
      "ontem|hoje|na semana passada|aconteceu|ocorreu|incidente|reunião|sessão|descobrimos|resolvido",
    ),
    preference: list("prefere|prefiro|preferem|gosta|gosto|favorito|favorita|em vez de|melhor que|pior que"),
  },
  {
    rule: list(
      "должен|должна|должно|должны|всегда|никогда|обязательно|запрещено|нельзя|правило:|важно:|убедитесь",
    ),
    procedure: list(
      "шаг 1|шаг 2|сначала|затем|потом|наконец|как сделать|процесс:|установить|настроить|запустить",
    ),
    episode: list(
      "вчера|сегодня|на прошлой неделе|произошло|случилось|инцидент|встреча|сессия|обнаружили|исправили",
    ),
    preference: list("предпочитает|предпочитаю|предпочитают|нравится|любит|люблю|вместо|лучше чем|хуже чем"),
  },
];

export const UNSPACED_TYPE_WORDS: readonly TypeWords[] = [
  {
    rule: list("必须|必須|总是|總是|永远不|绝不|絕不|禁止|不得|不要|务必|務必|规则：|重要："),
    procedure: list("步骤|步驟|首先|然后|然後|最后|最後|如何|流程："),
    episode: list("昨天|今天|上周|上週|发生|發生|事故|会议|會議|发现了|發現了|修复了|修復了"),
    preference: list("喜欢|喜歡|偏好|更愿意|更願意|宁愿|寧願|而不是|最爱|最愛"),
  },
  {
    rule: list("必ず|常に|決して|禁止|してはならない|しなければならない|いけない|ルール：|重要："),
    procedure: list("手順|まず|次に|最後に|の方法|インストール"),
    episode: list("昨日|今日|先週|起きた|発生した|障害|会議|発見した|修正した"),
    preference: list("好き|好む|好みます|の方がいい|よりも|お気に入り"),
  },
];
