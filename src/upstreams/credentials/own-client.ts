/** What an authorization server is told of us, in our document and when we register (RFC 7591 §2). */
export interface OwnClient {
  readonly client_name: string;
  readonly client_uri: string;
  readonly logo_uri: string;
  readonly redirect_uris: [string];
  readonly grant_types: ['authorization_code', 'refresh_token'];
  readonly response_types: ['code'];
  readonly token_endpoint_auth_method: 'none';
  readonly application_type: 'web';
}

/** The one address to which authorization servers send browsers back, to be registered where clients are made by hand. */
export function returnAddress(publicUrl: string): string {
  return `${publicUrl}/oauth/upstream/callback`;
}

/** Where our document is, and by that who we are (Client ID Metadata Documents). */
export function documentAddress(publicUrl: string): string {
  return `${publicUrl}/oauth/client.json`;
}

export function ownClient(publicUrl: string): OwnClient {
  return {
    client_name: 'Gantry',
    client_uri: publicUrl,
    logo_uri: `${publicUrl}/gantry.svg`,
    redirect_uris: [returnAddress(publicUrl)],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: 'web',
  };
}
