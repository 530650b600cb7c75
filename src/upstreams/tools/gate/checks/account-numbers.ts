/** Payment cards by the numbers with which they begin (ISO/IEC 7812), in the lengths that they have. */
const card =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|3[068]\d{12}|35\d{14}|6\d{15,18}|5[06-9]\d{10,17})$/;
/** Groups of digits that could be one, and what stands around it. */
const digitGroups = /\d(?:[ \u00a0-]?\d){11,}/g;
const cardLengths = { least: 12, most: 19 };

/** The length of an IBAN by its country (ISO 13616). */
const ibanLengths: ReadonlyMap<string, number> = new Map(
  (
    'AD24AE23AL28AT20AZ28BA20BE16BG22BH22BI27BR29BY28CH21CR22CY28CZ24DE22DJ27DK18DO28EE20EG29ES24FI18FK18FO18FR27GB22GE22GI23GL18GR27' +
    'GT28HN28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21LT20LU20LV21LY25MC27MD24ME22MK19MN20MR27MT31MU30NI28NL18NO15OM23PK24' +
    'PL28PS29PT25QA29RO24RS22RU33SA24SC31SD18SE24SI19SK24SM27SO23ST25SV28TL23TN24TR26UA29VA22VG24XK20YE30'
  )
    .match(/.{4}/g)
    ?.map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const),
);
const ibanStart = /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?=[ \u00a0-]?[A-Za-z0-9])/g;

/** A text with `mark` in place of each number of a payment card whose check digit is right (Luhn). */
export function withoutCards(text: string, mark: string): string {
  return text.replace(digitGroups, (groups, at: number) =>
    // Behind a point are decimals.
    text[at - 1] === '.' ? groups : withoutCardsIn(groups, mark),
  );
}

/** The same for bank accounts whose check digits are right (ISO 7064, mod 97-10). */
export function withoutIbans(text: string, mark: string): string {
  let left = '';
  let done = 0;
  for (const { index } of text.matchAll(ibanStart)) {
    const end = index < done ? undefined : endOfIban(text, index);
    if (end === undefined) continue;
    left += text.slice(done, index) + mark;
    done = end;
  }
  return left + text.slice(done);
}

function withoutCardsIn(groups: string, mark: string): string {
  let left = '';
  let start = 0;
  let at = 0;
  while (at < groups.length) {
    const end = isDigit(groups[at - 1]) ? undefined : endOfCard(groups, at);
    if (end === undefined) at++;
    else {
      left += groups.slice(start, at) + mark;
      start = at = end;
    }
  }
  return left + groups.slice(start);
}

/** Where a card's number ends that begins at `from`, and a group of digits with it. */
function endOfCard(groups: string, from: number): number | undefined {
  let digits = '';
  let end: number | undefined;
  for (let at = from; at < groups.length && digits.length < cardLengths.most; at++) {
    if (!isDigit(groups[at])) continue;
    digits += groups.charAt(at);
    const mayEnd = digits.length >= cardLengths.least && !isDigit(groups[at + 1]);
    if (mayEnd && card.test(digits) && hasLuhnDigit(digits)) end = at + 1;
  }
  return end;
}

function hasLuhnDigit(digits: string): boolean {
  let sum = 0;
  for (let back = 0; back < digits.length; back++) {
    const digit = Number(digits[digits.length - 1 - back]) * (back % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

function endOfIban(text: string, from: number): number | undefined {
  const length = ibanLengths.get(text.slice(from, from + 2).toUpperCase());
  if (length === undefined) return undefined;
  let letters = '';
  let at = from;
  for (; letters.length < length; at++) {
    const next = text.charAt(at);
    if (/[A-Za-z0-9]/.test(next)) letters += next.toUpperCase();
    else if (!/[ \u00a0-]/.test(next) || /[ \u00a0-]/.test(text.charAt(at - 1))) return undefined;
  }
  return !/[A-Za-z0-9]/.test(text.charAt(at)) && remainderOf97(letters) === 1 ? at : undefined;
}

function remainderOf97(letters: string): number {
  let remainder = 0;
  for (const letter of letters.slice(4) + letters.slice(0, 4)) {
    const value = parseInt(letter, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9';
}
