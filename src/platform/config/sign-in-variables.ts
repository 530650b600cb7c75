import { z } from 'zod';
import { signInProviders } from './values/sign-in-providers.js';
import { fromFileToo, integer, milliseconds, variable } from './variable.js';

/** How people and programs sign in, for how long, and how often they may try. */
export const signInVariables = {
  OIDC_PROVIDERS: fromFileToo(
    variable(signInProviders, [], 'Issuers at which people sign in, as JSON; see `docs/sign-in.md`'),
  ),
  OIDC_MAX_AGE_DAYS: variable(
    integer(1, 3650),
    30,
    'Days after which what the rules of an issuer gave sleeps until the person signs in there again',
  ),
  PASSWORD_SIGN_IN: variable(
    z.enum(['on', 'operator', 'off']),
    'on',
    'Whose passwords and passkeys work: everybody’s, those of operators, or none',
  ),
  TOKEN_DAYS: variable(integer(1, 3650), 90, 'Days after which a token from a device login ends'),
  TOKEN_IDLE_DAYS: variable(integer(1, 3650), 30, 'Days without use after which such a token ends'),
  TOKEN_TRUST_MS: variable(
    milliseconds(0),
    60_000,
    'How long tokens that were seen lately are believed while the database is away',
  ),
  SESSION_HOURS: variable(integer(1, 720), 12, 'Hours after which a browser must sign in again'),
  INVITATION_DAYS: variable(integer(1, 90), 7, 'Days after which an invitation ends'),
  RESET_HOURS: variable(integer(1, 168), 24, 'Hours after which a link for a new password ends'),
  DEVICE_CODE_SECONDS: variable(integer(1, 3600), 600, 'Time in which a device login must be approved'),
  DEVICE_POLL_SECONDS: variable(integer(1, 60), 5, 'Pause between polls that programs must keep'),
  WRONG_TOKENS_PER_MINUTE: variable(integer(1), 300, 'Wrong tokens per minute and address'),
  LOGINS_PER_MINUTE: variable(integer(1), 10, 'Passwords and one-time codes tried per minute and address'),
  SIGN_INS_PER_MINUTE: variable(
    integer(1),
    120,
    'Sign-ins at other issuers that fail per minute and address; ten times as many can be begun, passkeys included',
  ),
  LOGIN_TRIES: variable(
    integer(1, 1000),
    10,
    'Passwords tried in an hour for one e-mail address from one network, or in one known browser, before further ones must wait',
  ),
  LOGIN_WAIT_MS: variable(
    integer(1, 3_600_000),
    1000,
    'Wait for the first of those; for each further one it doubles',
  ),
  LOGINS_PER_PERSON: variable(
    integer(1),
    100,
    'Passwords tried for one e-mail address in 15 minutes, from all networks; browsers that the person has signed in with do not count',
  ),
  FACTOR_TRIES_PER_HOUR: variable(
    integer(1),
    20,
    'Codes of a second factor tried in an hour for one person; each browser that the person has signed in with has as many for itself. Five at once, further ones wait as for LOGIN_WAIT_MS',
  ),
  MAX_PASSKEYS: variable(integer(1, 100), 20, 'Most passkeys of one person'),
  RESETS_PER_MINUTE: variable(integer(1), 10, 'Links for new passwords per minute and person who makes them'),
  DEVICE_LOGINS_PER_MINUTE: variable(integer(1), 120, 'Device logins begun per minute and address'),
  POLLS_PER_MINUTE: variable(integer(1), 3000, 'Polls of device logins per minute and address'),
};
