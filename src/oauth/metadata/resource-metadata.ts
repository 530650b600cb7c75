import { grantScopes } from '../../kernel/principal.js';
import { issuerOf } from './server-metadata.js';

/** What stands behind a native endpoint, and how it is called. */
export interface NativeResource {
  readonly kind: 'server' | 'app';
  readonly name: string;
}

/**
 * What programs read about a native endpoint (RFC 9728 §2). `resource` is the address that people type, letter by letter: VS Code and Claude
 * compare it so. Nothing is looked up: a name that does not exist is answered alike.
 */
export function resourceMetadata(publicUrl: string, { kind, name }: NativeResource): object {
  return {
    resource: `${publicUrl}/api/${kind}s/${name}/mcp`,
    authorization_servers: [issuerOf(publicUrl)],
    scopes_supported: grantScopes,
    bearer_methods_supported: ['header'],
    resource_name: `Gantry: ${name}`,
    resource_documentation: `${publicUrl}/docs`,
  };
}
