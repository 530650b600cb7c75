/** What is looked at, in the order in which a client meets it. */
export type OAuthCheckName =
  | 'address'
  | 'clock'
  | 'refusal'
  | 'challenge'
  | 'resource-document'
  | 'resource'
  | 'server'
  | 'server-document'
  | 'openid-document'
  | 'issuer'
  | 'code'
  | 'pkce'
  | 'none'
  | 'client-documents'
  | 'registration'
  | 'authorize'
  | 'token'
  | 'cors';

/** What came of one step of a client's way to a token. */
export interface OAuthCheck {
  readonly name: OAuthCheckName;
  readonly status: 'ok' | 'warning' | 'failed';
  readonly detail: string;
  readonly advice?: string;
}

export const ok = (name: OAuthCheckName, detail: string): OAuthCheck => ({ name, status: 'ok', detail });

export const warning = (name: OAuthCheckName, detail: string, advice: string): OAuthCheck => ({
  ...{ name, status: 'warning', detail, advice },
});

export const failedCheck = (name: OAuthCheckName, detail: string, advice: string): OAuthCheck => ({
  ...{ name, status: 'failed', detail, advice },
});
