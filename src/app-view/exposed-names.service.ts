import { Injectable } from '@nestjs/common';
import type { AppState } from '../apps/document/app.js';
import { exposedName, mayBegin, readExposedName } from '../apps/document/exposed-name.js';
import type { CallScope } from '../kernel/call-scope.js';
import type { JsonObject } from '../kernel/json/json.js';
import { suggestion } from '../kernel/text/nearest.js';
import type { Caller } from '../kernel/caller.js';
import { Problem } from '../kernel/problems/problem.js';
import { isCleared } from '../upstreams/declared/cleared-server.js';
import type { RegisteredServer } from '../upstreams/declared/registered-server.js';
import type { ToolView } from '../upstreams/tools/tool-view.js';
import { Upstreams } from '../upstreams/tools/upstreams.service.js';
import { UpstreamPrompts } from '../upstreams/tools/upstream-prompts.service.js';
import { ServerFanOut } from './server-fan-out.service.js';

/** What an exposed name stands for: a server of the app, and the name that its policy shows. */
export interface Named {
  readonly server: RegisteredServer;
  readonly name: string;
}

/** Finds what an exposed name stands for. Only the server that the name points to is ever asked. */
@Injectable()
export class ExposedNames {
  private readonly tools = new WeakMap<
    readonly JsonObject[],
    WeakMap<RegisteredServer, ReadonlyMap<string, string>>
  >();

  private readonly known = new WeakMap<ToolView, readonly string[]>();

  constructor(
    private readonly round: ServerFanOut,
    private readonly upstreams: Upstreams,
    private readonly prompts: UpstreamPrompts,
  ) {}

  /** Throws `tool-not-found`, and for names with a hash the problems of the upstream. */
  async tool(caller: Caller, state: AppState, name: string, scope: CallScope): Promise<Named> {
    const found = await this.find(state, name, async (server) => {
      const { items } = await this.upstreams.snapshot(caller, server, scope);
      const names = this.namesOf(items, server, (tool) => String(server.policy.show(tool)['name']));
      const shown = names.get(name);
      return shown !== undefined && isCleared(server, server.policy.originalOf(shown) ?? shown)
        ? shown
        : undefined;
    });
    if (found !== undefined) return found;
    const known = this.knownTools(caller, state);
    // Models and people leave the server's name out.
    const meant = known.find((one) => one.endsWith(`__${name}`));
    const nearest = meant === undefined ? suggestion(name, known) : ` Did you mean "${meant}"?`;
    throw new Problem('tool-not-found', `The app has no tool "${name}".${nearest}`);
  }

  /** Exposed names of all tools that are known already; nobody is asked. */
  private knownTools(caller: Caller, state: AppState): string[] {
    return this.round.servers(state).flatMap((server) => {
      const view = this.upstreams.knownTools(caller, server);
      return view === undefined ? [] : this.knownIn(server, view);
    });
  }

  /** Made once per list: who mistypes does so again and again. */
  private knownIn({ definition }: RegisteredServer, view: ToolView): readonly string[] {
    let names = this.known.get(view);
    if (names === undefined) {
      names = view.tools.map((tool) => exposedName(definition.name, String(tool['name'])));
      this.known.set(view, names);
    }
    return names;
  }

  /** Throws `prompt-not-found`, and for names with a hash the problems of the upstream. */
  async prompt(caller: Caller, state: AppState, name: string, scope: CallScope): Promise<Named> {
    const found = await this.find(state, name, async (server) => {
      const { items } = await this.prompts.snapshot(caller, server, scope);
      return this.namesOf(items, server, (prompt) => String(prompt['name'])).get(name);
    });
    if (found === undefined) throw new Problem('prompt-not-found', `The app has no prompt "${name}".`);
    return found;
  }

  private async find(
    state: AppState,
    name: string,
    lookUp: (server: RegisteredServer) => Promise<string | undefined>,
  ): Promise<Named | undefined> {
    const read = readExposedName(name);
    if (read === undefined) return undefined;
    const servers = this.round.servers(state);
    if (read.kind === 'plain') {
      const server = servers.find(({ definition }) => definition.name === read.server);
      return server === undefined ? undefined : { server, name: read.tool };
    }
    for (const server of servers) {
      if (!mayBegin(server.definition.name, read.serverStart)) continue;
      const found = await lookUp(server);
      if (found !== undefined) return { server, name: found };
    }
    return undefined;
  }

  /** Names by exposed name, made once per list. Tools that the policy denies are among them, so that they are denied and not missing. */
  private namesOf(
    items: readonly JsonObject[],
    server: RegisteredServer,
    nameOf: (item: JsonObject) => string,
  ): ReadonlyMap<string, string> {
    let ofList = this.tools.get(items);
    if (ofList === undefined) this.tools.set(items, (ofList = new WeakMap()));
    let names = ofList.get(server);
    if (names === undefined) {
      names = new Map(items.map((item) => [exposedName(server.definition.name, nameOf(item)), nameOf(item)]));
      ofList.set(server, names);
    }
    return names;
  }
}
