import { Controller, Get, Param, UseGuards } from '@nestjs/common';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { Reply } from '../../platform/http/answers/reply.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { OAuthSwitch } from '../protocol/oauth-switch.guard.js';
import { NameParam, ResourceMetadata, ServerMetadata } from './metadata.dto.js';
import { resourceMetadata, type NativeResource } from './resource-metadata.js';
import { serverMetadata } from './server-metadata.js';

const cached = { 'cache-control': 'public, max-age=3600' };

const resourceOperation = (id: string, what: string) =>
  Operation({
    id,
    summary: `How programs get tokens for the native endpoint of ${what} (RFC 9728)`,
    description: 'The same for names that exist and for those that do not.',
    access: { for: 'public' },
    responses: { 200: { description: 'The resource and who gives tokens for it', schema: ResourceMetadata } },
    problems: ['not-found'],
  });

const serverOperation = (id: string, where: string) =>
  Operation({
    id,
    summary: `The authorization server (RFC 8414), ${where}`,
    access: { for: 'public' },
    responses: { 200: { description: 'Its endpoints and what it takes', schema: ServerMetadata } },
    problems: ['not-found'],
  });

/** What programs find out before they ask for a token. Documents are small and hold nothing of ours, so that they are made anew each time. */
@ApiTags('oauth')
@Controller()
@UseGuards(OAuthSwitch)
export class OAuthMetadataController {
  constructor(private readonly config: Config) {}

  @Get('.well-known/oauth-protected-resource/api/servers/:server/mcp')
  @resourceOperation('getServerResourceMetadata', 'a server')
  server(@Param('server', { schema: NameParam }) name: string): Reply {
    return this.resource({ kind: 'server', name });
  }

  @Get('.well-known/oauth-protected-resource/api/apps/:app/mcp')
  @resourceOperation('getAppResourceMetadata', 'an app')
  app(@Param('app', { schema: NameParam }) name: string): Reply {
    return this.resource({ kind: 'app', name });
  }

  @Get('.well-known/oauth-authorization-server/oauth')
  @serverOperation('getAuthorizationServerMetadata', 'where its issuer says')
  authorizationServer(): Reply {
    return this.issuer();
  }

  @Get('.well-known/openid-configuration/oauth')
  @serverOperation('getOpenIdConfiguration', 'where clients of OpenID look first')
  openId(): Reply {
    return this.issuer();
  }

  @Get('oauth/.well-known/openid-configuration')
  @serverOperation('getOpenIdConfigurationBelow', 'where clients of OpenID look last')
  openIdBelow(): Reply {
    return this.issuer();
  }

  @Get('.well-known/oauth-authorization-server')
  @serverOperation('getAuthorizationServerMetadataAtRoot', 'at the root: only with `OAUTH_ROOT_DISCOVERY`')
  atRoot(): Reply {
    return this.rootIssuer('/.well-known/oauth-authorization-server');
  }

  @Get('.well-known/openid-configuration')
  @serverOperation('getOpenIdConfigurationAtRoot', 'at the root: only with `OAUTH_ROOT_DISCOVERY`')
  openIdAtRoot(): Reply {
    return this.rootIssuer('/.well-known/openid-configuration');
  }

  private resource(resource: NativeResource): Reply {
    return Reply.json(resourceMetadata(this.config.publicUrl, resource), 200, cached);
  }

  private issuer(): Reply {
    return Reply.json(serverMetadata(this.config.publicUrl), 200, cached);
  }

  private rootIssuer(path: string): Reply {
    if (!this.config.values.OAUTH_ROOT_DISCOVERY)
      throw new Problem('not-found', `Nothing answers to GET ${path}.`);
    return this.issuer();
  }
}
