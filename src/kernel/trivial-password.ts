/** What the lists of stolen passwords begin with, as far as ten characters do not keep it out. */
const words = (
  'password passwort passw0rd p4ssword kennwort geheim secret letmein welcome willkommen admin administrator root login default changeme ' +
  'iloveyou monkey dragon sunshine princess football baseball superman batman master shadow michael charlie trustno1 starwars computer ' +
  'internet whatever qwerty qwertz azerty asdf gantry gateway test demo user guest hello hallo please'
).split(' ');

const rows = [
  '0123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiop',
  '1qaz2wsx3edc4rfv5tgb',
];
const sequences = rows.flatMap((row) => [row + row, (row + row).split('').reverse().join('')]);
const shortestSequence = 4;
/** So many different letters or digits must be left when all that is easily guessed is taken out. */
const enough = 3;

export const trivialPassword =
  'This is among the first passwords that anybody would try. Take a few words of your own.';

/** Whether the first thousand guesses would find it: common words, parts of the own address, sequences, repetitions, years. */
export function isTrivialPassword(password: string, email = ''): boolean {
  const plain = plainOf(password);
  const guessable = [...words, ...partsOf(email)].sort((a, b) => b.length - a.length);
  const rest = guessable.reduce((left, word) => left.replaceAll(word, ' '), plain);
  const strange = withoutSequences(rest).replace(/(?<!\d)\d{1,4}(?!\d)/g, '');
  return new Set(strange.replaceAll(' ', '')).size < enough;
}

function plainOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function partsOf(email: string): string[] {
  return email
    .split(/[^\p{L}\p{N}]+/u)
    .map(plainOf)
    .filter((part) => part.length > 2);
}

function withoutSequences(text: string): string {
  let rest = '';
  for (let at = 0; at < text.length;) {
    let length = 0;
    while (
      at + length < text.length &&
      sequences.some((row) => row.includes(text.slice(at, at + length + 1)))
    )
      length++;
    if (length < shortestSequence) rest += text[at++] ?? '';
    else at += length;
  }
  return rest;
}
