import type { RequirementRows } from './rows.js';

/** People, passwords, tokens and invitations. */
export const people: RequirementRows = {
  'docs/security.md': {
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
};
