import { Injectable } from '@nestjs/common';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import type { AppState } from '../../apps/document/app.js';
import { basePathOf } from '../../kernel/base-path.js';
import type { CallScope } from '../../kernel/call-scope.js';
import type { Caller } from '../../kernel/caller.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { inSlices } from '../../kernel/pacing/slices.js';
import { ServersService } from '../../mcp-gateway/servers.service.js';
import { Config } from '../../platform/config/config.js';
import { ServerRegistry } from '../../upstreams/declared/server-registry.service.js';
import type { RegisteredServer } from '../../upstreams/declared/registered-server.js';
import { Upstreams } from '../../upstreams/tools/upstreams.service.js';
import { AppWorkflows } from '../../workflows/catalog/app-workflows.service.js';
import { scoreOf, queryWords, type Findable } from './hit-score.js';
import { pagesOf } from './search-pages.js';

/** Something that was found. */
export interface Hit {
  readonly kind: 'server' | 'tool' | 'app' | 'workflow' | 'page';
  readonly name: string;
  readonly title?: string;
  readonly detail?: string;
  readonly href: string;
}

interface Candidate {
  readonly findable: Findable;
  readonly hit: () => Hit;
}

/** How long servers that were never asked may take: whoever types waits for nothing. */
const patienceMs = 300;
const maxDetail = 200;
/** Equal scores stand in this order. */
const order: readonly Hit['kind'][] = ['page', 'server', 'app', 'tool', 'workflow'];

/** Finds servers, tools, apps, workflows and pages by words, in what is known already. */
@Injectable()
export class Everything {
  /** Texts of a list of tools, for as long as the list is the same. */
  private readonly texts = new WeakMap<readonly JsonObject[], readonly Findable[]>();

  constructor(
    private readonly registry: ServerRegistry,
    private readonly servers: ServersService,
    private readonly upstreams: Upstreams,
    private readonly apps: AppConfigs,
    private readonly workflows: AppWorkflows,
    private readonly config: Config,
  ) {}

  /** The best first. */
  async find(caller: Caller, query: string, limit: number, scope: CallScope): Promise<Hit[]> {
    const { principal } = caller;
    const seesTools = principal.scopes.has('tools:read');
    const servers = seesTools ? await this.registry.list(principal) : [];
    await this.servers.greet(caller, servers, scope, patienceMs);
    const isReader = principal.kind === 'app' || principal.scopes.has('apps:read');
    const apps = isReader || seesTools ? await this.apps.listReached(principal) : [];
    const words = queryWords(query);
    return inSlices(
      this.ranking(words, limit, () => this.candidates(caller, servers, apps, { isReader, seesTools })),
    );
  }

  private *ranking(
    words: readonly string[],
    limit: number,
    candidates: () => Generator<Candidate>,
  ): Generator<undefined, Hit[]> {
    const found: { readonly hit: Hit; readonly score: number }[] = [];
    let looked = 0;
    for (const { findable, hit } of candidates()) {
      const score = scoreOf(words, findable);
      if (score > 0) found.push({ hit: hit(), score });
      if (++looked % 100 === 0) yield undefined;
    }
    found.sort(
      (a, b) => b.score - a.score || rank(a.hit) - rank(b.hit) || (a.hit.name < b.hit.name ? -1 : 1),
    );
    return found.slice(0, limit).map(({ hit }) => hit);
  }

  private *candidates(
    caller: Caller,
    servers: readonly RegisteredServer[],
    apps: readonly AppState[],
    { isReader, seesTools }: { readonly isReader: boolean; readonly seesTools: boolean },
  ): Generator<Candidate> {
    for (const { title, path, also } of pagesOf(caller.principal))
      yield {
        findable: { names: [title.toLowerCase()], about: also },
        hit: () => ({ kind: 'page', name: title, href: this.href(path) }),
      };
    for (const { app } of isReader ? apps : [])
      yield {
        findable: findable([app.slug, app.name], app.description),
        hit: () => ({
          ...{ kind: 'app', name: app.slug, title: app.name },
          ...detail(app.description),
          href: this.href(`/apps/${app.slug}/config`),
        }),
      };
    for (const server of servers) yield* this.ofServer(caller, server);
    for (const state of seesTools ? apps : []) yield* this.ofWorkflows(state);
  }

  private *ofServer(caller: Caller, server: RegisteredServer): Generator<Candidate> {
    const { handle } = server;
    const { description, disabled } = server.definition.options;
    yield {
      findable: findable([handle], description),
      hit: () => ({
        ...{ kind: 'server', name: handle },
        ...detail(description),
        href: this.href(`/servers/${handle}/tools`),
      }),
    };
    if (disabled === true) return;
    const tools = this.upstreams.knownTools(caller, server)?.tools ?? [];
    const texts = this.textsOf(tools);
    for (const [index, text] of texts.entries())
      yield { findable: text, hit: () => this.toolHit(handle, tools[index] ?? {}) };
  }

  private toolHit(handle: string, tool: JsonObject): Hit {
    const name = String(tool['name']);
    const { title } = tool;
    return {
      ...{ kind: 'tool', name },
      ...(typeof title === 'string' ? { title: title.slice(0, maxDetail) } : {}),
      detail: handle,
      href: this.href(`/servers/${handle}/tools/${encodeURIComponent(name)}`),
    };
  }

  private *ofWorkflows(state: AppState): Generator<Candidate> {
    const { slug } = state.app;
    for (const { name, title, summary } of this.workflows.list(state))
      yield {
        findable: findable([name, title ?? ''], summary),
        hit: () => ({
          ...{ kind: 'workflow', name },
          ...(title === undefined ? {} : { title }),
          detail: slug,
          href: this.href(`/workflows/${slug}/${encodeURIComponent(name)}`),
        }),
      };
  }

  private textsOf(tools: readonly JsonObject[]): readonly Findable[] {
    let texts = this.texts.get(tools);
    if (texts === undefined) {
      texts = tools.map(({ name, title, description }) =>
        findable([text(name), text(title)], text(description)),
      );
      this.texts.set(tools, texts);
    }
    return texts;
  }

  private href(path: string): string {
    return `${basePathOf(this.config.publicUrl)}/console${path}`;
  }
}

function rank({ kind }: Hit): number {
  return order.indexOf(kind);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Long texts say in their beginning what they are about. */
function findable(names: readonly string[], about = ''): Findable {
  const shown = names.filter((name) => name !== '').map((name) => name.slice(0, 256).toLowerCase());
  return { names: shown, about: about.slice(0, 1000).toLowerCase() };
}

function detail(about: string | undefined): { readonly detail?: string } {
  return about === undefined || about === '' ? {} : { detail: about.slice(0, maxDetail) };
}
