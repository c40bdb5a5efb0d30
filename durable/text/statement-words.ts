// Words that statements are told apart by, or that say nothing, in the languages that the product listens in. Data only.

const words = (text: string) => text.split(/\s+/).filter(Boolean);

/** Articles, prepositions, pronouns and auxiliaries. Words that deny are none of them. */
export const IDLE_WORDS: ReadonlySet<string> = new Set(
  words(`a an the of to in on at by for from with into onto as is are was were be been being do does did has have had will
  would shall should can could may might must it its this that these those and or but so we our us i my you your they their
  der die das den dem des ein eine einen einem einer eines im am vom zum zur zu von mit für auf aus bei nach um an ist sind
  war waren wird werden wurde hat haben hatte und oder aber wir unser unsere ich mein es er sie ihr
  le la les un une de du des au aux en dans sur par pour avec est sont était a ont et ou mais nous notre nos je mon ma il elle
  el los las una del al con para por es son está están fue ha han y o pero nosotros nuestro nuestra yo mi su
  lo gli il i dei della delle nel nella da di che è sono era ho hanno e ma noi nostro nostra
  os as um uma do dos das no na nos nas ao com são foi tem têm mas nosso nossa eu meu minha
  и а в во на с со к ко по из от до за для о об у мы наш наша наше наши я мой моя он она они это этот эта
  nous avons avez hemos
  het een van op te met voor zijn was heeft hebben en of maar wij onze ik mijn`),
);

/** Names of a month or a weekday, by what they are written as from then on. */
export const CALENDAR: ReadonlyMap<string, string> = new Map(
  [
    ["month 1", "january januar janvier enero gennaio janeiro januari"],
    ["month 2", "february februar février febrero febbraio fevereiro februari"],
    ["month 3", "march märz mars marzo março maart"],
    ["month 4", "april avril abril aprile"],
    ["month 5", "may mai mayo maggio maio mei"],
    ["month 6", "june juni juin junio giugno junho"],
    ["month 7", "july juli juillet julio luglio julho"],
    ["month 8", "august août agosto augustus"],
    ["month 9", "september septembre septiembre settembre setembro"],
    ["month 10", "october oktober octobre octubre ottobre outubro"],
    ["month 11", "november novembre noviembre novembro"],
    ["month 12", "december dezember décembre diciembre dicembre dezembro"],
    ["day 1", "monday mondays montag montags lundi lunes lunedì maandag"],
    ["day 2", "tuesday tuesdays dienstag dienstags mardi martes martedì dinsdag"],
    ["day 3", "wednesday wednesdays mittwoch mittwochs mercredi miércoles mercoledì woensdag"],
    ["day 4", "thursday thursdays donnerstag donnerstags jeudi jueves giovedì donderdag"],
    ["day 5", "friday fridays freitag freitags vendredi viernes venerdì vrijdag"],
    ["day 6", "saturday saturdays samstag samstags samedi sábado sabato zaterdag"],
    ["day 7", "sunday sundays sonntag sonntags dimanche domingo domenica zondag"],
  ].flatMap(([is, names]) => words(names).map((name) => [name, is] as const)),
);

/** Names of months that mean something else too: they count beside a number only. */
export const AMBIGUOUS: ReadonlySet<string> = new Set(words("march mars may mai mei"));

/** Small numbers that are written out. One is an article as well. */
export const WRITTEN_NUMBERS: ReadonlyMap<string, string> = new Map(
  [
    "two zwei deux dos due dois twee",
    "three drei trois tres tre três drie",
    "four vier quatre cuatro quattro quatro",
    "five fünf cinq cinco cinque vijf",
    "six sechs seis sei zes",
    "seven sieben sept siete sette sete zeven",
    "eight acht huit ocho otto oito",
    "nine neun neuf nueve nove negen",
    "ten zehn dix diez dieci dez tien",
    "eleven elf onze once undici",
    "twelve zwölf douze doce dodici doze twaalf",
  ].flatMap((names, index) => words(names).map((name) => [name, String(index + 2)] as const)),
);
