import { Injectable } from '@nestjs/common';
import type { AppState } from '../../../../apps/document/app.js';
import { exposedName, readExposedName } from '../../../../apps/document/exposed-name.js';
import { callerOf } from '../../../../kernel/caller.js';
import type { RuleReason } from '../../../../kernel/hop.js';
import { inSlices } from '../../../../kernel/pacing/slices.js';
import type { UserPrincipal } from '../../../../kernel/principal.js';
import { Problem } from '../../../../kernel/problems/problem.js';
import type { RegisteredServer } from '../../../declared/registered-server.js';
import { TenantServers } from '../../../declared/tenant-servers.service.js';
import { ToolPolicy } from '../../../declared/tool-policy.js';
import type { ToolView } from '../../tool-view.js';
import { Upstreams } from '../../upstreams.service.js';
import type { GatedServer } from '../call-hook.js';

/** A tool that a call is tried with. */
export interface TriedTool {
  readonly server: GatedServer;
  /** The server's name for it. */
  readonly tool: string;
  /** What keeps it from being called at all. */
  readonly denial: RuleReason | undefined;
}

const workflows = 'workflow';

/** Finds what a name of a tool stands for, from what is known: no server is asked. */
@Injectable()
export class TriedTools {
  constructor(
    private readonly servers: TenantServers,
    private readonly upstreams: Upstreams,
  ) {}

  /** Throws `tool-not-found` when the name is none that a tool of the app has, or could have where its list is not known. */
  async find(principal: UserPrincipal, state: AppState, name: string): Promise<TriedTool> {
    const isWorkflow = Object.keys(state.config.workflows ?? {}).find(
      (one) => exposedName(workflows, one) === name,
    );
    if (isWorkflow !== undefined)
      return { server: workflowServerOf(state), tool: isWorkflow, denial: undefined };
    for (const server of this.servers.list(state)) {
      if (server.definition.options.disabled === true) continue;
      const view = this.upstreams.knownTools(callerOf(principal), server);
      const shown = shownName(server, name, view);
      const tool = shown === undefined ? undefined : server.policy.originalOf(shown);
      if (shown === undefined || tool === undefined) continue;
      const denial = (await inSlices(denying(state, server, tool))) ?? changed(shown, view);
      if (denial === undefined && view?.byName.has(shown) === false) break;
      return { server, tool, denial };
    }
    throw new Problem('tool-not-found', `The app has no tool "${name.slice(0, 100)}".`);
  }
}

/** The name under which a server's policy shows a tool; of names with a hash only where the list is known. */
function shownName(
  { definition: { name: server } }: RegisteredServer,
  name: string,
  view: ToolView | undefined,
): string | undefined {
  const read = readExposedName(name);
  if (read?.kind === 'plain') return read.server === server ? read.tool : undefined;
  return [...(view?.byName.keys() ?? [])].find((shown) => exposedName(server, shown) === name);
}

/** `tools.allow` and `tools.deny` of the operator, then of the app. */
function* denying(
  state: AppState,
  { policy, definition, published }: RegisteredServer,
  tool: string,
): Generator<undefined, RuleReason | undefined> {
  if (yield* policy.allowing(tool)) return undefined;
  const [, byOperator, glob] =
    /^(operator: )?(?:deny (.*)|not in allow)$/s.exec(yield* policy.ruling(tool)) ?? [];
  const by = byOperator === undefined ? 'app' : 'operator';
  const { name } = definition;
  const [server, tools] =
    by === 'app'
      ? [name, state.config.mcpServers?.[name]?.tools]
      : [published?.definition.name ?? name, published?.definition.options.tools];
  const place = glob === undefined ? 'allow' : `deny/${String(tools?.deny?.indexOf(glob) ?? 0)}`;
  const reason = 'The policy of the server denies the tool.';
  return { by, pointer: `/mcpServers/${server}/tools/${place}`, decision: 'deny', reason };
}

/** Kept back until somebody accepts what it has become. */
function changed(shown: string, view: ToolView | undefined): RuleReason | undefined {
  const kind = view?.blocked.get(shown);
  if (kind === undefined) return undefined;
  const reason = `The tool was ${kind} since the tools of this server were accepted.`;
  return { by: 'app', pointer: '/policies/toolPinning', decision: 'deny', reason };
}

/** What the workflows of an app are as tools, as far as policies are about it. */
export function workflowServerOf({ app, config }: AppState): GatedServer {
  return {
    ...{
      id: `${app.id} ${workflows}`,
      handle: `${app.slug}.${workflows}`,
      label: workflows,
      trust: 'tenant',
    },
    ...{ credentials: [], policy: new ToolPolicy({}), definition: { name: workflows } },
    app: {
      ...{ id: app.id, slug: app.slug, policies: config.policies ?? {} },
      authorId: app.config.authorId,
    },
  };
}
