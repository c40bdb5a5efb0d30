// Secrets in what users write: planted ones of each kind are gone, what only speaks of them stays.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutSecrets } from "../../durable/text/secrets.ts";

const KEY = "tok_live_ab12cd34ef56";
const PAIRED = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
const PLANTED: readonly (readonly [string, string, string])[] = [
  ["an export", `export PAYMENTS_TOKEN=${KEY}`, KEY],
  ["a header", "Authorization: Bearer abcDEF123456", "abcDEF123456"],
  ["a header of curl", "curl -H 'Authorization: Basic dXNlcjpwYXNz' x", "dXNlcjpwYXNz"],
  ["a bare bearer", "use bearer abc123.def456 for it", "abc123.def456"],
  ["a private key", "-----BEGIN RSA PRIVATE KEY-----\nMIIabc\nxyz=\n-----END RSA PRIVATE KEY-----", "MIIabc"],
  ["half a private key", "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk", "b3BlbnNzaC1rZXk"],
  ["a password in an address", "https://bob:hunter2@example.org/x", "hunter2"],
  ["a connection string", "postgres://app:p4ssw0rd@db.example/x", "p4ssw0rd"],
  ["an address with a password alone", "redis://:pw12345@cache:6379", "pw12345"],
  ["fields of a connection", "Server=db;User Id=sa;Password=Sup3r!;Database=x", "Sup3r!"],
  ["an account key", "AccountName=a;AccountKey=abc123==;End", "abc123=="],
  ["JSON", '{"api_key": "abc123456"}', "abc123456"],
  ["YAML", "password: correct-horse", "correct-horse"],
  ["a sentence", "the password is hunter2!", "hunter2!"],
  ["a German sentence", "das Passwort lautet hunter2!", "hunter2!"],
  ["a Chinese one", "密码：hunter2", "hunter2"],
  ["a key of a cloud", "I always use AKIAABCDEFGHIJKLMNOP for it", "AKIAABCDEFGHIJKLMNOP"],
  ["both halves of a key of a cloud", `AKIAIOSFODNN7EXAMPLE with secret ${PAIRED}`, PAIRED],
  ["the secret half alone", `the secret access key ${PAIRED}, for the archive`, PAIRED],
  ["a passphrase", "the wifi password is correct horse battery staple", "horse"],
  ["a passphrase of something", "The password for the guest wifi is correct horse battery staple.", "staple"],
  ["a passphrase after a colon", "Wifi password: correct horse battery staple", "horse"],
  ["a passphrase with dashes", "my passphrase is correct-horse-battery-staple", "horse"],
  ["a quoted passphrase", "the password is “correct horse battery staple”", "horse"],
  ["a German passphrase", "Das WLAN-Passwort ist korrekt pferd batterie klammer", "pferd"],
  ["a French passphrase", "le mot de passe est cheval batterie agrafe lampe", "agrafe"],
  ["a Spanish passphrase", "la contraseña es caballo batería grapa lámpara", "grapa"],
  ["a French password of something", "le mot de passe du wifi est soleil77", "soleil77"],
  ["a Spanish password of something", "la contraseña del router es girasol#9", "girasol#9"],
  ["a PIN", "my PIN is 4921", "4921"],
  ["a German PIN", "Meine PIN ist 4921.", "4921"],
  ["a French PIN", "mon code PIN est 4921", "4921"],
  ["a Spanish PIN", "mi código PIN es 4921, creo", "4921"],
  ["the PIN of something", "the PIN of my card is 4921", "4921"],
  ["a key by its beginning", `my key ${KEY} always works`, KEY],
  ["a token of a forge", "ghp_abcdefghijklmnopqrstuvwxyz012345", "ghp_abcdefghijklmnopqrstuvwxyz012345"],
  ["a signed token", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl", "eyJzdWIiOiIxMjM0In0"],
  ["an address's parameter", "visit https://example.org/a?token=abc123def", "abc123def"],
  [
    "a long random run",
    "use Ab3dEf6hIj9lMn2pQr5tUv8xYz1aBc4dEf7g here",
    "Ab3dEf6hIj9lMn2pQr5tUv8xYz1aBc4dEf7g",
  ],
];

const SPOKEN_OF = [
  "rotate the payments token every month",
  "the password is important to me",
  "Always use the token: see wiki for how",
  "password policy: rotate monthly",
  "the password policy is 12 characters",
  "passwords are stored in the vault",
  "The password is stored encrypted in the vault",
  "the password is hashed using bcrypt",
  "the password is twelve characters long",
  "The password is wrong again, ask Marta for the other one",
  "the password for the staging server is the same everywhere",
  "Passwords: use at least three words, never one",
  "Das Passwort ist im Tresor gespeichert",
  "Das Passwort ist geheim und wird monatlich gewechselt",
  "le mot de passe est conservé dans le coffre",
  "la contraseña es obligatoria para todos los usuarios",
  "the PIN must have six digits",
  "the PIN is 4 digits, and 1000 attempts are too many",
  "a PIN of 6000 digits is too long",
  "pin 17 of the board is the clock",
  "Passwort: siehe Wiki Seite Zugang",
  "The security code 2026 edition is out",
  "pin 12-15 are outputs",
  "We pinned version 2026.11 of the code",
  "We never commit secrets to the repository.",
  "commit 3f786850e387550fdab836ed7e6dc881de23001b",
  "id 550e8400-e29b-41d4-a716-446655440000",
  "The basic idea is to always ask first.",
  "https://example.org/docs/getting-started?page=2",
  "see src/components/SomeVeryLongComponentName/index2.tsx",
  "请每个月更换令牌",
];

describe("secrets", () => {
  it.each(PLANTED)("[CP8] are taken out of %s, and again changes nothing", (_, text, secret) => {
    const masked = withoutSecrets(text);
    expect(masked).not.toContain(secret);
    expect(masked).toContain("(secret removed)");
    expect(withoutSecrets(masked)).toBe(masked);
  });

  it.each(SPOKEN_OF)("[CP8] that are only spoken of stay: %s", (text) => {
    expect(withoutSecrets(text)).toBe(text);
  });

  it("[CP8] leave the marks after them", () => {
    for (const [text, masked] of [
      ["the password is hunter2, and more", "the password is (secret removed), and more"],
      ["(the password is hunter2).", "(the password is (secret removed))."],
      ["my PIN is 4921, really", "my PIN is (secret removed), really"],
      ["Authorization: Bearer abcDEF123456, then", "Authorization: Bearer (secret removed), then"],
      [`use ${KEY}. Then`, "use (secret removed). Then"],
      ["the password is correct horse battery staple.", "the password is (secret removed)."],
    ])
      expect(withoutSecrets(text)).toBe(masked);
  });

  it("[CP8] are taken out wherever they stand in a text, and the text around them stays", () => {
    const words = fc.array(fc.constantFrom("We", "always", "deploy", "on", "Monday,", "never", "later."), {
      maxLength: 8,
    });
    const property = fc.property(
      words,
      fc.constantFrom(...PLANTED),
      words,
      (before, [, text, secret], after) => {
        const masked = withoutSecrets(`${before.join(" ")}\n${text}\n${after.join(" ")}`);
        const isOpen = text.startsWith("-----") && !text.includes("-----END");
        return (
          !masked.includes(secret) &&
          masked.startsWith(`${before.join(" ")}\n`) &&
          (isOpen || masked.endsWith(`\n${after.join(" ")}`))
        );
      },
    );
    fc.assert(property, { seed: 20261130, numRuns: 1_000 });
  });
});
