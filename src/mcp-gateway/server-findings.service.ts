import { Injectable, type OnModuleInit } from '@nestjs/common';
import { callerOf } from '../kernel/caller.js';
import { problemCatalogue } from '../kernel/problems/problem-catalogue.js';
import { Config } from '../platform/config/config.js';
import { Doctor, type Finding } from '../platform/health/doctor.service.js';
import { ServerRegistry } from '../upstreams/declared/server-registry.service.js';
import { ServersService, type ServerView } from './servers.service.js';

/** What can be wrong with servers and with the operator's file. */
@Injectable()
export class ServerFindings implements OnModuleInit {
  constructor(
    private readonly doctor: Doctor,
    private readonly registry: ServerRegistry,
    private readonly servers: ServersService,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.doctor.checkWith((operator) =>
      this.registry.fileFaults(operator).map((fault): Finding => ({
        title: "The operator's file has a fault",
        detail: `${this.config.values.MCP_CONFIG}: ${fault}`,
        about: 'servers',
        remedy: 'Mend the file; it is read again at once.',
      })),
    );
    this.doctor.checkWith(async (operator, scope) =>
      (await this.servers.listAll(callerOf(operator), scope)).flatMap((server) => [
        ...this.findingsOf(server),
        ...listFindings(server),
      ]),
    );
  }

  private findingsOf({ handle, status, auth, lastError }: ServerView): Finding[] {
    if (auth?.state === 'needs_auth')
      return [
        {
          title: `The server ${handle} wants somebody to sign in`,
          about: 'servers',
          remedy: `Connect it: ${this.config.publicUrl}/connect/${handle}`,
          server: handle,
        },
      ];
    if (status !== 'unavailable' && status !== 'degraded') return [];
    const remedy = lastError === undefined ? undefined : problemCatalogue[lastError.code].advice;
    return [
      {
        title: `The server ${handle} is ${status}`,
        ...(lastError?.detail === undefined ? {} : { detail: lastError.detail }),
        about: 'servers',
        remedy: remedy ?? 'Look into its log, and try again: it is asked again by itself.',
        server: handle,
      },
    ];
  }
}

/** How many items one finding names. */
const maxTold = 5;

/** Lists that MCP clients would refuse as the server sends them. */
function listFindings({ handle, listFaults = [] }: ServerView): Finding[] {
  if (listFaults.length === 0) return [];
  const more = listFaults.length - maxTold;
  const told = listFaults
    .slice(0, maxTold)
    .map(
      ({ list, item, effect, detail }) =>
        `${effects[effect]} (${list}${item === undefined ? '' : ` "${item}"`}): ${detail}`,
    );
  return [
    {
      title: `The server ${handle} sends lists that MCP clients refuse`,
      detail: [...told, ...(more > 0 ? [`And ${String(more)} more: GET /api/servers shows them.`] : [])].join(
        ' ',
      ),
      about: 'servers',
      remedy: 'Clients get the lists without these faults. Report the faults to the author of the server.',
      server: handle,
    },
  ];
}

const effects = { 'left-out': 'Left out', repaired: 'Repaired', incomplete: 'Incomplete' } as const;
