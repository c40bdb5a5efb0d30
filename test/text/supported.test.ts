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
