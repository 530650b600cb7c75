import { z } from 'zod';
import { maxPasswordLength, minPasswordLength } from '../../kernel/password-rules.js';
import { isTrivialPassword, trivialPassword } from '../../kernel/trivial-password.js';
import { maxNextPage } from './next-page.js';

const text = (max: number) => z.string().max(max).default('');

/** The hidden field that proves that the form was ours. */
export const csrf = z.string().max(200).optional();

/** What a browser holds after the password: sealed, with the path to go on to in it. */
export const ticket = z
  .string()
  .max(2 * maxNextPage)
  .default('');

export const LoginForm = z.object({
  csrf,
  email: text(254),
  password: text(1000),
  next: z.string().max(maxNextPage).optional(),
});
export type LoginForm = z.infer<typeof LoginForm>;

export const PersonForm = z.object({
  csrf,
  code: text(200),
  email: text(254),
  name: text(200),
  password: text(1000),
});
export type PersonForm = z.infer<typeof PersonForm>;

/** What is wrong with a field, by its name. */
export type FieldErrors = Partial<Record<'email' | 'name' | 'password', string>>;

/** Checks what browsers check too, for those that do not; and that the password is none that is guessed first for this `address`. */
export function faultsIn(
  { email, name, password }: Partial<PersonForm>,
  address: string | undefined = email,
): FieldErrors {
  const fault = password === undefined ? undefined : passwordFault(password, address);
  return {
    ...(email === undefined || z.email().safeParse(email.trim()).success
      ? {}
      : { email: 'This is not an e-mail address.' }),
    ...(name === undefined || isName(name) ? {} : { name: 'Write a name of at most 100 characters.' }),
    ...(fault === undefined ? {} : { password: fault }),
  };
}

function passwordFault(password: string, address: string | undefined): string | undefined {
  if (password.length < minPasswordLength || password.length > maxPasswordLength)
    return `Use at least ${String(minPasswordLength)} characters.`;
  return isTrivialPassword(password, address) ? trivialPassword : undefined;
}

function isName(name: string): boolean {
  return name.trim().length > 0 && name.trim().length <= 100 && !/[\p{Cc}\p{Cf}]/u.test(name);
}
