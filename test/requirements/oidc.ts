import type { RequirementRows } from './rows.js';

/** Sign-in at other issuers. */
export const oidc: RequirementRows = {
  'docs/sign-in.md#how-it-works': {
    'oidc-sign-in':
      'Somebody whom a rule names comes in by a button of the login page: code flow with PKCE, and on to where they wanted.',
    'oidc-providers': 'Everybody learns where people sign in: ids and labels, nothing more.',
    'oidc-bound': 'A sign-in is finished once, within ten minutes, in the browser that began it.',
    'oidc-limits':
      'Failed sign-ins at an issuer count and successful ones do not; images and the like of other sites neither count nor begin one (T-27).',
    'oidc-denied': 'Who is refused at the issuer is told so.',
    'oidc-cause': 'Each refusal of a sign-in at an issuer has its cause in the audit log and the log (T-28).',
    'oidc-checked':
      'The start and the doctor report issuers that do not answer, or are not what the settings say (T-28).',
    'oidc-away': 'While an issuer is away nobody loses anything; a sign-in there is 503.',
    'oidc-certified': 'A certified issuer that tells claims at its userinfo endpoint works.',
    'oidc-settings':
      'Settings that are not known, ids given twice, plain http and a secret that cannot be read stop the start and name the variable.',
  },
  'https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation': {
    'oidc-token-judged':
      'Issuer, audience, authorized party, nonce, times, subject and signature of an ID token are judged.',
    'oidc-clock': 'The clock of an issuer may be a minute off.',
    'oidc-rotation': 'A key that an issuer has just made is good at once.',
  },
  'RFC 9207 §2.4': {
    'oidc-iss': 'The iss of an answer is judged before the code is sent.',
  },
  'docs/sign-in.md#rules': {
    'oidc-rules': 'All rules that match count, per account the highest role, judged at each sign-in.',
    'oidc-rule-paths':
      'A claim is named as it is or by a path with dots; each of several values is looked at.',
    'oidc-role':
      'A role that rules of issuers give is changed by them alone; who would change it here is told so.',
    'oidc-rule-email': 'A rule on the address counts only when that is verified.',
    'oidc-no-rule': 'Whom no rule names does not come in; the audit log says why.',
    'oidc-last-sign-in': 'Owners and admins see what the last sign-in said and which rules matched.',
    'oidc-ends':
      'What rules gave ends when they give it no more, with sessions and tokens, within five seconds.',
    'oidc-demoted': 'A lower role holds for tokens that are there, within five seconds.',
    'oidc-kept': 'What an invitation gave stays.',
    'oidc-last-owner': 'The last owner of an account stays owner.',
    'oidc-sleep':
      'What rules gave sleeps when the person has not signed in for OIDC_MAX_AGE_DAYS: 401 that says so, until the next sign-in.',
  },
  'docs/sign-in.md#who-somebody-is': {
    'oidc-link': 'A verified address links to its user; issuer and subject say who it is afterwards.',
    'oidc-link-unverified': 'An address that is not verified links to nobody.',
    'oidc-one-subject': 'A user has one subject per issuer; another with the same address is refused.',
    'oidc-operator-link': 'Nobody is linked to who runs the gateway unless the provider has domains.',
    'oidc-domains': 'Only addresses of the provider’s domains link.',
    'oidc-own-realm':
      'A provider without domains makes users of its own, linked to no one, in accounts that its role mappings name and never in the operator’s (T-03).',
    'oidc-session-provider':
      'A browser acts only in accounts in which the provider that it was signed in at speaks for the person (T-03).',
    'oidc-links-cut':
      'Who joins the operator’s account is linked no more to providers that do not speak for the address (T-03).',
    'oidc-domains-warning': 'Providers without domains are reported at start and by the doctor (T-03).',
    'oidc-invitation': 'An invitation is accepted at a provider with the address that it is for.',
  },
  'docs/sign-in.md#passwords': {
    'oidc-break-glass':
      'With PASSWORD_SIGN_IN=operator only passwords of operators work; invitations and resets set none.',
    'password-unused':
      'Whose password does not work is answered as with a wrong one when they would change it.',
    'oidc-passwords-off': 'With PASSWORD_SIGN_IN=off nobody is asked for a password.',
  },
  'docs/sign-in.md#github': {
    'oidc-github': 'GitHub says number, login, verified primary address, organizations and teams.',
    'oidc-github-away': 'While its API fails nobody comes in, and nobody loses anything.',
  },
};
