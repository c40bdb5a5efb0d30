// Whether a turn says what a model made of it.

import { expect, it } from "vitest";
import { supportedBy } from "../../durable/text/supported.ts";

const isSupported = supportedBy(
  "I live in Cork since May 2024 and take tea to coffee. We pay 40 euro for the crane. Der Kran steht in Halle 7.",
  "Orla Byrne asked about the berth 12.",
);

it.each([
  "The user lives in Cork since May 2024.",
  "User prefers tea to coffee.",
  "The crane costs 40 euro.",
  "Orla lives in Cork.",
  "Tea is preferred to coffee.",
  "Der Kran wird in der Halle 7 bewahrt und gepflegt.",
])("[CA22] %s", (statement) => {
  expect(isSupported(statement)).toBe(true);
});

it.each([
  "The user lives in Dublin.",
  "Bob lives in Cork.",
  "Bob's tea is better than coffee.",
  "Niamh Walsh works in Cork.",
  "The crane costs 45 euro.",
  "The user lives in Cork since May 2023.",
  "The berth 12 is in Cork.",
  "The NASA has an office in Cork.",
  "Der Kran steht in Halle 8.",
  "Sailing is fun.",
  "",
])("[CA22] nothing says: %s", (statement) => {
  expect(isSupported(statement)).toBe(false);
});

it("[CA22] words of a very long sentence count to its end", () => {
  const long = `${"and so it went on and on with one thing after another, ".repeat(40)}until Orla paid 77 euro`;
  expect(supportedBy(long, "")("Orla paid 77 euro.")).toBe(true);
});

it.each([
  ["I never use Redis for sessions in production.", "The user uses Redis for sessions in production."],
  ["We use Redis for sessions in production.", "The team does not use Redis for sessions in production."],
  ["我们不在周五发布新版本。", "我们在周五发布新版本。"],
])("[CA22] a denial is neither dropped nor added: %s", (turn, statement) => {
  expect(supportedBy(turn, "")(statement)).toBe(false);
});

it.each([
  ["I never use Redis for sessions in production.", "The user never uses Redis for sessions in production."],
  ["I can't stand coffee.", "The user dislikes coffee."],
  ["Don't forget: deploys happen on Tuesday.", "Deploys happen on Tuesday."],
  ["Vergiss nicht, wir liefern dienstags.", "Wir liefern dienstags."],
  ["No, the server is in Oslo.", "The server is in Oslo."],
  ["I don't eat meat, I prefer fish on Fridays.", "The user prefers fish on Fridays."],
  ["别忘了我们每周二发布新版本。", "每周二发布新版本。"],
])("[CA22] other words may say the same: %s", (turn, statement) => {
  expect(supportedBy(turn, "")(statement)).toBe(true);
});
