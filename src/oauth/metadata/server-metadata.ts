import { grantScopes } from '../../kernel/principal.js';
import { deviceCodeGrantType } from '../protocol/grant-types.js';

/** Its path below PUBLIC_URL. Not the root: several clients that find a document there stop sending headers that a person configured. */
const issuerPath = '/oauth';

export function issuerOf(publicUrl: string): string {
  return publicUrl + issuerPath;
}

const clientAuthentication = ['none', 'client_secret_basic', 'client_secret_post'];

/**
 * What programs read about our authorization server (RFC 8414 §2), the same at each of its addresses. Without `none` and
 * `client_id_metadata_document_supported` together Claude does not use its document.
 */
export function serverMetadata(publicUrl: string): object {
  const issuer = issuerOf(publicUrl);
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
    revocation_endpoint: `${issuer}/revoke`,
    device_authorization_endpoint: `${publicUrl}/api/cli/auth/device`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', deviceCodeGrantType],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: clientAuthentication,
    revocation_endpoint_auth_methods_supported: clientAuthentication,
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    scopes_supported: [...grantScopes, 'offline_access'],
    service_documentation: `${publicUrl}/docs`,
  };
}
