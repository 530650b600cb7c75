import { operatorsBrowser, type ConsoleClient } from '../clients/console-client.js';
import type { Answer, GatewayClient, Json } from '../clients/gateway-client.js';
import type { Keeper } from '../closing.js';
import { startGateway, type TestGateway } from '../gateway.js';
import { ScriptedNpm } from './scripted-npm.js';
import { ScriptedRegistry, type RegistryEntry } from './scripted-registry.js';

/** A gateway whose catalogue has a scripted registry, and whose packages come from a scripted one, with a browser of its operator. */
export class CatalogStage {
  private constructor(
    readonly npm: ScriptedNpm,
    readonly registry: ScriptedRegistry,
    readonly gateway: TestGateway,
    readonly browser: ConsoleClient,
  ) {}

  static async start(open: Keeper): Promise<CatalogStage> {
    const npm = await open(ScriptedNpm.start());
    const registry = await open(ScriptedRegistry.start());
    const env = { CATALOG_SOURCES: [registry.origin], NPM_REGISTRY: npm.origin };
    const gateway = await open(startGateway({ env }));
    return new CatalogStage(npm, registry, gateway, await operatorsBrowser(gateway));
  }

  /** Puts an entry in place of all others; its name. */
  entry(one: RegistryEntry): string {
    this.registry.entries = [one];
    return one.name;
  }

  plan(name: string, body: Json = {}, by: GatewayClient = this.browser): Promise<Answer> {
    return by.json(`/api/catalog/${encodeURIComponent(name)}/plan`, { body });
  }

  add(name: string, body: Json, by: GatewayClient = this.browser): Promise<Answer> {
    return by.json(`/api/catalog/${encodeURIComponent(name)}/add`, { body });
  }

  /** How the scripted server of a package says that it was started. */
  async startedAs(server: string): Promise<{ readonly argv: string[]; readonly env: Json }> {
    const { body, text } = await this.browser.call(server, 'started');
    const [content] = (body['content'] ?? []) as { readonly text: string }[];
    if (content === undefined) throw new Error(text);
    return JSON.parse(content.text) as { readonly argv: string[]; readonly env: Json };
  }

  async lastErrorOf(server: string): Promise<string> {
    const { detail } = ((await this.browser.server(server))?.['lastError'] ?? {}) as {
      readonly detail?: string;
    };
    return detail ?? '';
  }
}

export function said({ status, body }: Answer): readonly unknown[] {
  return [status, body['code']];
}
