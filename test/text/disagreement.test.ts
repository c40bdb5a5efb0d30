// [RM] Two statements that are about the same and say something else of it, in several languages, and pairs that only look so.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Disagreement, disagreementOf, statementsOf } from "../../durable/text/disagreement.ts";
import { partsOf } from "../../durable/text/statement.ts";

const between = (ours: string, theirs: string) => disagreementOf(statementsOf(ours), statementsOf(theirs));

type Pair = readonly [
  ours: string,
  theirs: string,
  because: Disagreement["because"],
  says: string,
  known: string,
];

const DISAGREEING: readonly Pair[] = [
  ["The port is 8080.", "The port is 9090.", "number", "8080", "9090"],
  ["Our database port is 5432.", "The database uses port 5433.", "number", "5432", "5433"],
  ["Room 12 has three chairs.", "Room 12 has 4 chairs.", "number", "three", "4"],
  ["The API limit is ١٢٠ requests.", "The API limit is 100 requests.", "number", "120", "100"],
  ["The server runs version 1.2.10.", "The server runs version 1.2.9.", "number", "1.2.10", "1.2.9"],
  ["The ticket is E4471.", "The ticket is E4472.", "number", "E4471", "E4472"],
  ["Das Büro schließt um 18 Uhr.", "Das Büro schließt um 17 Uhr.", "number", "18", "17"],
  ["Das Lager hat 1.200 Plätze.", "Das Lager hat 1.300 Plätze.", "number", "1.200", "1.300"],
  ["On Mondays the pager rotates.", "The pager rotates on Tuesdays.", "date", "Mondays", "Tuesdays"],
  ["The audit is on 2026-03-01.", "The audit is on 2026-04-01.", "date", "2026-03-01", "2026-04-01"],
  ["The standup begins at 9:15.", "The standup begins at 9:30.", "date", "9:15", "9:30"],
  ["La réunion est le 5 mai.", "La réunion est le 7 mai.", "date", "5 mai", "7 mai"],
  ["La reunión es el lunes.", "La reunión es el martes.", "date", "lunes", "martes"],
  ["Il negozio apre lunedì.", "Il negozio apre giovedì.", "date", "lunedì", "giovedì"],
  [
    "Deploys are approved by the pager team.",
    "Deploys are approved by the release team.",
    "value",
    "pager",
    "release",
  ],
  ["Сервер находится в Берлине.", "Сервер находится в Москве.", "value", "Берлине", "Москве"],
  ["会議は月曜日です。", "会議は火曜日です。", "value", "月", "火"],
  ["회의는 월요일에 있다.", "회의는 화요일에 있다.", "value", "월요일에", "화요일에"],
];

const DENYING: readonly (readonly [string, string])[] = [
  ["Deploys are allowed on Fridays.", "Deploys are not allowed on Fridays."],
  ["Kim eats meat.", "Kim never eats meat."],
  ["Das Büro ist montags geöffnet.", "Das Büro ist montags nicht geöffnet."],
  ["Le serveur accepte les mots de passe.", "Le serveur n'accepte pas les mots de passe."],
  ["El sistema guarda los datos.", "El sistema no guarda los datos."],
  ["会议在星期一举行。", "会议不在星期一举行。"],
];

const AGREEING: readonly (readonly [string, string])[] = [
  ["The crane lifts 40 tonnes.", "The crane lifts 40 tonnes."],
  ["The crane lifts 1,000 kg.", "The crane lifts 1000kg."],
  ["The crane lifts forty tonnes and is red.", "The crane lifts forty tonnes."],
  ["The audit is on 5 May.", "The audit is on May 5."],
  ["Room 12 has three chairs.", "Room 14 has 3 chairs."],
  ["In production the database port is 5432.", "In staging the database port is 5433."],
  ["Alice likes tea.", "Bob likes tea."],
  ["Port 8080 is used by nginx.", "Port 9090 is used by caddy."],
  ["The harbour crane is serviced every second Tuesday.", "The ferry to the island leaves from pier four."],
  ["The port is 8080. The host is blue.", "The host is red. The port is 8080. The host is blue."],
  ["", "The port is 8080."],
];

describe("two statements", () => {
  it.each(DISAGREEING)("[RM31] %j and %j differ in a %s", (ours, theirs, because, says, known) => {
    expect(between(ours, theirs)).toEqual({ because, ours: says, theirs: known });
    expect(between(theirs, ours)).toEqual({ because, ours: known, theirs: says });
  });

  it.each(DENYING)("[RM31] %j is denied by %j", (ours, theirs) => {
    expect(between(ours, theirs)).toEqual({ because: "negation", ours, theirs });
    expect(between(theirs, ours)).toEqual({ because: "negation", ours: theirs, theirs: ours });
  });

  it.each(AGREEING)("[RM32] %j and %j do not disagree", (ours, theirs) => {
    expect([between(ours, theirs), between(theirs, ours)]).toEqual([null, null]);
  });

  it("[RM31] are found in longer texts, and what is quoted is bounded", () => {
    const long = "Some words that say little. ".repeat(20);
    expect(between(`${long}The port is 8080.`, `The port is 9090. ${long}`)).toMatchObject({
      because: "number",
    });
    const endless = `The port is ${"very ".repeat(400)} 8080.`;
    expect(JSON.stringify(between(endless, "The port is not 8080."))?.length ?? 0).toBeLessThan(1_000);
  });
});

describe("any text", () => {
  const text = fc
    .array(
      fc.constantFrom(
        "The",
        "port",
        "is",
        "8080",
        "not",
        "May",
        "5",
        ".",
        "会",
        "不",
        "crane",
        "\n",
        "'",
        "1,0",
      ),
    )
    .map((words) => words.join(" "));

  it("[RM32] does not disagree with itself, nor with itself among others", () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(between(one, one)).toBeNull();
        const [ours, both] = [statementsOf(one), [...statementsOf(other), ...statementsOf(one)]];
        expect(disagreementOf(ours, both)).toBeNull();
      }),
    );
  });

  it("[RM31] fails nothing, whatever characters it holds", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.string({ unit: "binary" }),
        (one, other) => void between(one, other),
      ),
    );
  });

  it("[RM31] says a number however it is written", () => {
    const styles = [
      (value: number) => String(value),
      (value: number) => value.toLocaleString("en-US"),
      (value: number) => value.toLocaleString("de-DE"),
      (value: number) => value.toLocaleString("de-CH"),
      (value: number) => value.toLocaleString("fr-FR"),
      (value: number) => String(value).replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
      (value: number) =>
        String(value).replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    ];
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(...styles), (value, style) => {
        const [, , number] = partsOf(`crane lifts ${style(value)} tonnes`);
        expect(number).toMatchObject({ kind: "number", says: String(value) });
      }),
    );
  });
});
