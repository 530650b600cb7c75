import type { RequirementRows } from './rows.js';

/** People, passwords, tokens and invitations. */
export const people: RequirementRows = {
  'docs/accounts.md#log-a-program-in': {
    'device-start':
      'POST /api/cli/auth/device gives codes, addresses, life and interval; everything in it is optional.',
    'device-no-store': 'Answers with codes or tokens are not stored on the way.',
    'device-user-code': 'A user code is read without regard to case and punctuation.',
    'device-form-body': 'Both endpoints take JSON and forms.',
    'device-sign-in-first': 'Codes are looked at only when somebody has signed in.',
    'device-code-guessing':
      'Five wrong codes in ten minutes lock the form for that user and for nobody else.',
    'device-decided-once': 'A login that was decided stays decided.',
    'pages-led-here': 'Somebody who was led here by a link approves nothing by accident.',
    'pages-address-warning': 'The page warns when the device has another address than the browser.',
    'pages-nothing-grantable': 'The page says so when there is nothing to give to the device.',
    'pages-enter-never-approves': 'Enter in the code field leads to the facts; only the button approves.',
  },
  'RFC 8628 §3.4–3.5': {
    'device-flow': 'Polling goes from authorization_pending to a token that works.',
    'device-errors': 'Every refusal is 400 with the error code of the RFC.',
    'device-slow-down':
      'Polling too fast is slow_down with an interval that grows by five seconds, and still ends well.',
    'device-kept-interval': 'A grown interval is remembered over a restart.',
    'device-denied': 'A denied login is access_denied.',
    'device-expired': 'A login that took too long is expired_token.',
    'device-client-bound': 'A device code is good for the client that asked for it.',
    'device-single-use':
      'Of parallel polls at the moment of approval one gets the token; a replay is invalid_grant.',
    'device-stock-client': 'A stock OAuth device client completes the flow unchanged.',
    'device-no-secret':
      'A client that authenticates by HTTP Basic is told invalid_client and what to send instead.',
  },
  'docs/security-controls.md#people-and-tokens': {
    'links-not-stored': 'Answers with a link for an invitation or a new password are not stored (T-26).',
    'pages-way-back':
      'The page of a problem at the sign-in links back to the sign-in, and on to where somebody wanted to go (T-26).',
    'pages-headers': 'Pages carry a strict content policy, may not be framed and are not stored.',
    'pages-stylesheet': 'The style of the pages is a file of its own; there is no inline style or script.',
    'pages-problems': 'A browser gets problems as a page.',
    'pages-prefix': 'Pages work below the path of PUBLIC_URL.',
    'pages-csrf': 'A form is taken only with the token of its own session.',
    'pages-login': 'Signing in leads on to where somebody wanted to go.',
    'pages-session': 'A browser session is safe from other sites and scripts, and ends.',
    'pages-open-redirect': 'Signing in leads to no other site.',
    'pages-xss': 'Names of devices are shown as text whatever they contain.',
    'pages-without-script': 'Everything on the pages works without JavaScript.',
    'pages-keyboard': 'Everything works with the keyboard, and the focus is always visible.',
    'pages-phone': 'Nothing is cut off at 320 px, and controls are 46 px high.',
    'pages-themes': 'Texts have a contrast of at least 4.5 : 1 in both themes.',
    'pages-login-back': 'After signing in the page that was asked for appears.',
    'pages-framing': 'A browser shows no page of ours in a frame of another site.',
    'login-decoy': 'After a flood of sign-ins unknown addresses are refused like wrong passwords again.',
    'device-survives-kill': 'A login that was approved survives kill -9 and is redeemed once.',
    'account-isolation': 'Accounts do not see each other’s people, tokens and events.',
    'passwords-argon2id': 'Passwords are kept as argon2id.',
    'login-canary': 'No token, code, password or cookie is found in database, files, logs or addresses.',
  },
  'docs/accounts.md#the-first-start': {
    'setup-once': 'The link of the first start creates the first user, once.',
    'setup-form': 'The form says beside each field what is wrong and keeps the rest.',
    'setup-unattended': 'ADMIN_EMAIL and ADMIN_PASSWORD create the first user without anybody.',
    'bootstrap-token': 'BOOTSTRAP_TOKEN is a token of the operator for as long as it is set.',
  },
  'docs/accounts.md#tokens': {
    'operator-owner':
      'Only owners of the operator’s account run the gateway: no token, login or browser gives the scope operator to its admins and members, and it ends with the role (T-12).',
    'token-list': 'People list and revoke their own tokens, and nobody else’s.',
    'token-revoked-here': 'A revoked token is dead at once in the process that revoked it.',
    'token-revoked-everywhere':
      'A revoked token, or that of somebody who left, is dead everywhere within five seconds.',
    'token-at-rest': 'Of a token the database has a keyed digest and a hint.',
    'token-expiry': 'A token ends after 90 days.',
    'token-idle': 'A token ends after 30 days without use.',
    'token-last-used': 'Last use is known without a write per request.',
    'token-verify-in-memory':
      'A token that was seen is told without the database, and unknown ones cannot flood it.',
    'token-verify-cost': 'Telling whose a token is takes less than 0.02 ms of CPU.',
  },
  'docs/accounts.md#more-people': {
    'invitation-new-account': 'The operator invites somebody to found an account.',
    'invitation-join': 'An invitation brings somebody into the account with a role.',
    'invitation-once': 'An invitation works once and for seven days.',
    'invitation-known-user': 'Somebody who has a user already signs in and joins as that.',
    'invitation-roles': 'Nobody gives a higher role than their own.',
    'invitation-scope': 'Inviting needs the scope account.',
    'invitation-open':
      'Owners and admins list the open invitations of their account and take them back, admins none that make an owner.',
    'invitation-at-once':
      'Invitations to found accounts of one name, or for one address, are accepted at once at several processes.',
    'invitation-void':
      'An invitation is void, at a provider too, once whoever made it may not invite to as much any more.',
    'members-list': 'The people of an account are listed to each other.',
    'cli-members-verified':
      'An address names a member only if the member has verified it; others are named by id (T-04).',
    'members-search':
      'Members are looked for by words in name and address, or by id, and only in their account.',
    'members-remove':
      'Owners and admins take people out of the account, whose tokens die at once; the last owner stays.',
    'members-role':
      'Owners and admins give people another role; only owners make and unmake owners, and the last owner stays.',
    'members-role-open':
      'With a role end the streams that were begun with it, and reset links that were made before.',
    'password-change': 'A password is changed with the present one.',
    'password-reset':
      'Owners and admins give somebody a link for a new password, which ends all their sign-ins.',
  },
  'docs/accounts.md#second-factor': {
    'factor-on':
      'A second factor is turned on with the password and a first code, in a browser only; other browsers are signed out.',
    'factor-asked':
      'Who has one shows a code after the password, which works once, also in parallel, and while the password is the same.',
    'factor-recovery':
      'A recovery code takes the place of a code once; neither it nor the secret is kept in clear.',
    'factor-guesses':
      'Codes are guessed FACTOR_TRIES_PER_HOUR times, each in the audit log; a known browser gets through.',
    'factor-growing-wait': 'After five wrong codes each further one must wait twice as long (T-26).',
    'factor-off': 'A second factor is taken away with a code of it; wrong ones leave an event.',
    'factor-break-glass': 'Another ADMIN_PASSWORD takes the second factor of the first operator away.',
    'factor-page': 'The page /factor works without a script and without inline styles.',
    'factor-kept':
      'A new password leaves the second factor; what is set up for longer than fifteen minutes is void.',
    'factor-required':
      'An account that asks for a second factor lets no browser in without one, at API, pages, device login and consent; tokens, keys and who comes from an issuer stay.',
    'reset-factor': 'A reset link takes the second factor away if it was made to.',
  },
  'docs/accounts.md#passkeys': {
    'passkey-added':
      'A passkey is added with the password in a browser only; the first factor brings recovery codes and signs other browsers out.',
    'passkey-made-well':
      'A passkey is taken from our own page, for our own name, from a device that saw who it was, once, in the browser that was asked, within five minutes; nothing that vouches for a make is looked at.',
    'passkey-known': 'A credential is one person’s; nobody has more than MAX_PASSKEYS.',
    'passkey-removed':
      'A passkey is taken away with the password, in a browser that has shown a factor, by whose it is; with the last factor the recovery codes go.',
    'passkey-sign-in':
      'A passkey signs its person in alone, counts as the second factor that an account asks for, and leads on.',
    'passkey-attacks':
      'Nobody comes in by a passkey that was shown to another site or name, without seeing who it was, by another key, or for somebody else; each try leaves an event.',
    'passkey-challenge':
      'What a browser was asked is answered once, in that browser, within five minutes, at whichever process.',
    'passkey-copied': 'A passkey whose counter does not go on is refused, of two uses at once one.',
    'passkey-second':
      'Who has a passkey is asked for it after the password, before a code; that of somebody else is refused, a recovery code is not.',
    'passkey-page':
      'The page /factor offers a passkey before an authenticator, and adds the one that was made.',
    'factor-sessions':
      'Who takes a factor away signs out the other browsers that came in with it, and with the last one all that showed any; those of other factors and of issuers stay.',
    'passkey-reset': 'A reset link for the factor takes passkeys away; who is in no account has no way in.',
    'passkey-tries': 'Passkeys are tried LOGINS_PER_MINUTE times; a known browser gets through.',
    'passkey-policy': 'Passkeys are for whom passwords are for, by PASSWORD_SIGN_IN.',
    'passkey-browser':
      'In a browser a passkey is added in the console and signs in at /login, with no complaint of the policy.',
    'passkey-place': 'Passkeys need https and a name, or localhost, by PUBLIC_URL; elsewhere a word says so.',
  },
  'docs/accounts.md#limits': {
    'login-rate-limit': 'Sign-in attempts are limited per address and per person.',
    'device-rate-limit': 'Device logins and polls are limited per address.',
    'rate-limit-principal': 'Requests are limited per principal, with the header fields that say so.',
  },
  'docs/accounts.md#what-happened': {
    'audit-events': 'Logins, approvals, denials and tokens given or taken leave an event.',
    'audit-append-only': 'Events cannot be changed, nor deleted while they are young.',
    'audit-retention':
      'Events are removed after AUDIT_DAYS in the background, without keeping anybody waiting; nothing else is.',
    'audit-owners': 'GET /api/audit is for owners, about their own account.',
    'audit-pages': 'Events are paged, newest first.',
  },
  'docs/security-controls.md': {
    'cursor-keyed':
      'A cursor is sealed with the key of the installation for its list and owner; any other is invalid-cursor (S-26).',
    'device-ended':
      'Reset and change of a password and the end of a membership end approved device logins with them (S-08).',
    'device-redeemed-now':
      'A device login is redeemed for what its person is at that moment, and not after a change since the approval (S-08).',
    'token-others-scope':
      'A token ends itself; to end others of its owner it needs the scope account (S-24).',
    'login-own-line': 'Setting passwords, however many, does not keep people from signing in (S-17).',
    'login-growing-wait':
      'Tries of a password wait ever longer per e-mail address and network; nobody is locked out elsewhere (S-22).',
    'login-known-browser':
      'A browser that a person has signed in with has tries of its own, which no others use up (S-22).',
    'password-guessed':
      'To guess the own password takes the scope account, leaves an event and comes from the budget of signing in (S-23).',
    'password-page': 'People change their own password in the browser, whatever their tokens may do.',
    'invitation-no-oracle':
      'The page of an invitation is the same whether its address has a user or not, and asks for no password that exists (S-07).',
    'address-claimed':
      'An address that nobody verified names a user in the account that invited it only; elsewhere its password leads nowhere (S-18).',
    'address-claim-blocks-no-one':
      'An address that a member only claims keeps the real person from no invitation; one that is verified is in the account already (T-28).',
    'address-marked': 'An address that nobody verified is marked wherever it is shown (S-18).',
    'founding-operator': 'To have accounts founded takes the scope operator and the role owner (S-14).',
    'reset-void':
      'A link for a new password dies on use, with time, by a newer one, and when its person or its maker moves (S-14).',
    'reset-operator':
      'Operators and people of other accounts are reset by owners of the operator’s account with the scope operator; every account of the person has the event (S-14).',
    'reset-unverified':
      'Who sets a password by the link of a tenant has no verified address any more (S-18).',
    'reset-limit': 'Links for new passwords are limited per person who makes them (S-17).',
    'password-trivial':
      'Common passwords, sequences, repetitions and parts of the own address are refused wherever people set one.',
    'data-folder-modes':
      'The data folder is 0700 and the SQLite files are 0600; what cannot be made so is told in the log (S-27).',
  },
  'docs/access.md#who-may-do-what': {
    'access-told':
      'Every operation says in OpenAPI who may use it, from the declaration that guards it (x-gantry-access).',
    'access-matrix':
      'Every operation answers every kind of caller as docs/access.md has it, and lets in nobody whom its declaration shuts out.',
  },
};
