// Words that tell an order to whoever answers from anything else: what answers are made of, what is done to them, and who speaks.

const words = (text: string) => new Set(text.trim().split(/\s+/));

/** What a writer of answers is asked to make. */
export const MAKING = words(`
  write draft compose provide explain describe translate summarize summarise develop create generate outline define discuss
  compare analyze analyse give tell show list name design produce craft teach solve calculate compute convert say sing recite
  suggest recommend break paraphrase rewrite classify invent narrate simulate elaborate illustrate
  identify enumerate interpret render transcribe answer respond reply clarify demonstrate formulate prove derive factor`);
/** What is done to an answer. */
export const CHANGING = words(`
  replace rearrange scramble remove group combine add include append insert integrate modify enhance augment misspell use
  substitute introduce jumble anagram incorporate embed mention begin start end finish conclude prefix format write respond
  reply answer output encode reverse capitalize capitalise omit promote encourage invite weave work slip sprinkle fill attach
  swap shuffle drop delete make ensure keep put place spell convert provide translate phrase finalize close open sign extend
  expand enrich supplement complete reformat transform alter adjust change merge split join strip repeat emphasize highlight
  advertise endorse recommend suggest direct urge hint tease present deliver express switch set render alternate`);
/** What an answer is called. */
export const REPLY = words(
  "answer answers response responses reply replies output outputs completion completions message messages text summary",
);
/** Whose answer it is. */
export const YOURS = words("your the each every all any this final next");
/** What writers of answers make. */
export const WORKS = words(`
  poem essay story letter speech article song joke summary paragraph report haiku limerick sonnet rap script dialogue blog
  headline slogan tagline email tweet caption review biography lecture outline introduction conclusion abstract synopsis fable
  tale riddle toast eulogy recipe example examples program function snippet code query regex class algorithm equation proof
  sentence sentences phrase word words plot theory concept principle principles method lifecycle cycle equivalent
  synonym synonyms antonym definition translation pronunciation steps guide tutorial quiz analogy timeline list overview`);
/** What a text is made of. */
export const FORM = words(`
  letter letters vowel vowels consonant consonants word words space spaces typo typos spelling misspelling misspellings
  punctuation character characters sentence sentences capital capitals uppercase lowercase digits numbers symbols emoji emojis
  anagram anagrams anagrammed syllable syllables rhyme paragraph paragraphs headline caps alphabet cipher code morse binary
  backwards substitution acronym acronyms palindrome tip reminder statement reason appeal link ad advertisement slogan`);
/** What general questions are about. */
export const KINDS = words(`
  capital population currency cause causes function functions difference differences meaning symptoms benefits effects types
  kinds author inventor president king queen root square formula theorem law laws element elements planet planets ocean river
  mountain country continent language purpose origin history role structure advantages disadvantages characteristics features
  stages phases parts components principles properties examples number distance speed temperature boiling freezing chemical
  atomic syntax output result complexity equivalent translation definition plot theme themes moral war revolution empire cell
  cells organ organs disease vitamin protein gene molecule acid energy force gravity heart liver brain blood volcano earthquake`);
export const LANGUAGES = words(`
  english french spanish german italian portuguese dutch russian chinese mandarin japanese korean arabic hindi turkish polish
  swedish norwegian danish finnish greek latin hebrew thai vietnamese czech hungarian romanian ukrainian swahili indonesian
  python javascript java typescript php ruby rust golang sql html css perl swift kotlin haskell`);
export const QUESTION = words("what who whose whom which when where why how whats whos hows");
export const GENERAL_VERBS = words(
  "is are was were do does did can wrote invented discovered painted composed founded won built designed directed causes makes",
);
export const FIRST_PERSON = words(
  "i me my mine myself we us our ours ourselves im ive id ill weve were lets",
);
export const SECOND_PERSON = words("you yours yourself youre youve youll youd ya u yours");
export const THIRD_PERSON = words(
  "he she they him her them his hers their theirs it its hes shes theyre itself himself herself",
);
export const POINTING = words("this that these those here there thats theres one ones so such");
export const TIMES = words(`
  today now yesterday tomorrow tonight last next recently lately soon already still yet week weekend month year morning evening
  monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october
  november december ago later currently nowadays again anymore`);
export const READERS = words(
  "user users reader readers audience viewers people visitors everyone customers followers",
);
export const MODELS = words(
  "ai assistant assistants llm llms chatbot model bot agent gpt claude gemini copilot",
);
export const POLITE = words("please kindly could would can may");
export const PARTICLES = words("up off away over along");
export const OPENERS = words(
  "please now then also and but kindly just next finally additionally furthermore so ok okay",
);
/** With these a sentence says something; it asks for nothing. */
export const STATING = words(`
  the a an our my his her their its we i he she they it there this that these those yes no yeah oh wow hey hi thanks thank
  well sure great good nice when if after before since because while although as until unless for with without during`);
export const FUNCTION_WORDS = words(`
  a an the of to in on is are was were be been being do does did how what which why who whom when where can could i me my we
  our us it its for from and or not that this these those with by at as if after before because so than then there here into
  out up down over under again just about any some each every all will would should may might must have has had you your he
  she his her they them their am s t re ve ll d m please also no yes`);
