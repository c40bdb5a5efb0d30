// Verbs that most statements of what lasts are made with, in the languages that the product listens in: what stands before them
// is what a statement is about. Data, and the look-up in it.

import type { Part } from "./statement.ts";
import { endsSubject } from "./subject-words.ts";
import { stemOf } from "./terms.ts";

const words = (text: string) => text.split(/\s+/).filter(Boolean);

/** As they are compared. */
const VERBS: ReadonlySet<string> = new Set(
  words(`keep keeps kept prefer prefers preferred like likes love loves hate hates use uses used run runs ran live lives work works
  hang hangs stand stands lie lies sit sits seat seats hold holds store stores need needs take takes want wants drink drinks eat
  eats own owns cost costs weigh weighs open opens close closes begin begins start starts end ends meet meets lead leads
  send sends get gets give gives make makes go goes leave leaves listen listens belong belongs speak speaks play plays
  drive drives drives wear wears know knows approve approves call calls put puts set sets decide decides decided agree agreed
  choose chose pick picked assign assigned host hosts serve serves back reach reaches lift lifts expire expires pay pays visit visits deploy deploys move moves went
  stay stays manage manages contain contains
  bevorzugt bevorzugen bevorzuge mag mögen trinkt trinke trinken isst wohnt wohne läuft laufen hängt hängen steht stehen liegt
  liegen nutzt nutzen nutze verwendet verwenden verwende besucht heißt findet finden zahlt bleibt kommt geht braucht brauchen kostet wiegt arbeitet liebt hasst öffnet schließt beginnt gehört spricht spielt
  fährt nimmt behält behalte lege legt lagert dient nutzte entschieden beschlossen
  trouve trouvent paie reste va vient préfère préfèrent préférons aime aiment adore déteste boit mange habite vit travaille utilise utilisent utilisons tourne
  tournent garde gardons coûte pèse ouvre ferme commence appartient parle joue pend accroché exécute faut décidé
  prefiere prefiero prefieren preferimos gusta bebe come vive trabaja usa usan usamos corre ejecuta cuelga guarda guardo guardamos
  cuesta pesa abre cierra empieza habla juega necesita funciona queda paga va encuentra decidido decidimos
  prefere mora trabalha custa fecha começa fala joga precisa
  предпочитает предпочитаю любит люблю пьёт пьет пью ест живёт живет живу работает работают использует используем висит лежит
  стоит держу держим хранится хранит находится находятся платит нужен нужны весит открывается закрывается начинается говорит играет решили запускает
  좋아한다 선호한다`).flatMap((word) => [word, stemOf(word)]),
);

/** Whether a word is a verb that the subject of its statement stands before. */
export function isVerb({ kind, says, written }: Part): boolean {
  return (kind === "word" && VERBS.has(says)) || endsSubject(written) === "before";
}
