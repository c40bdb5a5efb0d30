// Numbers that carry their own check: cards (Luhn, and the beginnings that issuers have) and bank accounts (modulo 97).

/** Beginnings of card numbers with the lengths that go with them. */
const ISSUERS: readonly (readonly [pattern: RegExp, shortest: number, longest: number])[] = [
  [/^4/, 13, 19],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, 16, 16],
  [/^3[47]/, 15, 15],
  [/^(?:30[0-5]|3[689])/, 14, 19],
  [/^35/, 16, 19],
  [/^(?:2131|1800)/, 15, 15],
  [/^(?:50|5[6-8]|6)/, 12, 19],
];

export function isCard(digits: string): boolean {
  const isIssued = ISSUERS.some(
    ([pattern, shortest, longest]) =>
      digits.length >= shortest && digits.length <= longest && pattern.test(digits),
  );
  return isIssued && !/^(\d)\1*$/.test(digits) && luhn(digits);
}

function luhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    sum += index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}

const SHORTEST_ACCOUNT = 15;
const LONGEST_ACCOUNT = 34;

/** `account` without blanks. */
export function isAccount(account: string): boolean {
  if (account.length < SHORTEST_ACCOUNT || account.length > LONGEST_ACCOUNT) return false;
  let rest = 0;
  for (const character of (account.slice(4) + account.slice(0, 4)).toUpperCase()) {
    const value = Number.parseInt(character, 36);
    if (Number.isNaN(value)) return false;
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
