import { Injectable } from '@nestjs/common';
import type { AppState } from '../apps/document/app.js';
import { exposedName } from '../apps/document/exposed-name.js';
import type { CallScope } from '../kernel/call-scope.js';
import type { JsonObject } from '../kernel/json/json.js';
import type { Caller } from '../kernel/caller.js';
import { UpstreamPrompts } from '../upstreams/tools/upstream-prompts.service.js';
import type { ServerReport } from './server-report.js';
import { ServerFanOut } from './server-fan-out.service.js';

export interface PromptDirectory {
  /** MCP prompts under their exposed names, each with `server` and `prompt`. */
  readonly prompts: readonly JsonObject[];
  readonly servers: readonly ServerReport[];
}

/** The prompts of all servers of an app. */
@Injectable()
export class AppPrompts {
  constructor(
    private readonly round: ServerFanOut,
    private readonly lists: UpstreamPrompts,
  ) {}

  async list(
    caller: Caller,
    state: AppState,
    only: string | undefined,
    scope: CallScope,
  ): Promise<PromptDirectory> {
    const parts = await this.round.ask(
      caller,
      state,
      {
        kind: 'prompts',
        ask: (server, askScope) => this.lists.list(caller, server, askScope),
        known: (server) => this.lists.known(caller, server),
        only,
      },
      scope,
    );
    return {
      prompts: parts.flatMap(({ server, value }) =>
        (value?.items ?? []).map((prompt) => exposePrompt(server.definition.name, prompt)),
      ),
      servers: parts.map(({ report }) => report),
    };
  }
}

function exposePrompt(server: string, prompt: JsonObject): JsonObject {
  const name = String(prompt['name']);
  return { ...prompt, name: exposedName(server, name), server, prompt: name };
}
