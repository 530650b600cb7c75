import { z } from 'zod';

const address = z.string().max(2048);
const words = z.array(z.string().max(100)).max(20);

/** RFC 9728 §2. */
export const ResourceMetadata = z
  .object({
    resource: address.describe('The native endpoint, as people type it'),
    authorization_servers: z.array(address).max(1),
    scopes_supported: words,
    bearer_methods_supported: words,
    resource_name: z.string().max(200),
    resource_documentation: address,
  })
  .meta({ id: 'ProtectedResourceMetadata' });

/** RFC 8414 §2. */
export const ServerMetadata = z
  .object({
    issuer: address,
    authorization_endpoint: address,
    token_endpoint: address,
    registration_endpoint: address,
    revocation_endpoint: address,
    device_authorization_endpoint: address,
    response_types_supported: words,
    response_modes_supported: words,
    grant_types_supported: words,
    code_challenge_methods_supported: words,
    token_endpoint_auth_methods_supported: words,
    revocation_endpoint_auth_methods_supported: words,
    client_id_metadata_document_supported: z.boolean(),
    authorization_response_iss_parameter_supported: z.boolean(),
    scopes_supported: words,
    service_documentation: address,
  })
  .meta({ id: 'AuthorizationServerMetadata' });

/** What a name in an address of ours can be made of; each stands for itself in an address. */
export const NameParam = z
  .string()
  .min(1)
  .max(127)
  .regex(/^[A-Za-z0-9._-]+$/, 'is made of letters, digits, dots, hyphens and underscores');
