import { operatorOf, type AppsClient } from '../clients/apps-client.js';
import type { Keeper } from '../closing.js';
import { startGateway, type TestGateway } from '../gateway.js';
import { ModelServer } from '../models/model-server.js';
import { programOf, serverIdOf, type ProgramClient, type ProgramTerms } from './programs.js';
import { echo, ScriptedHttp } from '../upstreams/scripted-http.js';
import { doing } from '../workflows/workflow-app.js';

const step = (server: string) => ({ [`at-${server}`]: { call: `echo@${server}`, with: { from: server } } });
const config = {
  mcpServers: { a: { use: 'one' }, b: { use: 'two' } },
  workflows: { wide: doing([step('a'), step('b')]), narrow: doing([step('a')]) },
};

/** A gateway with servers and apps that programs can be let in to: `one`, `two` and the disabled `three`, `shop` and `farm`. */
export interface ProgramStage {
  readonly gateway: TestGateway;
  readonly person: AppsClient;
  /** Ids of apps by slug, and of servers by handle. */
  readonly ids: Readonly<Record<string, string>>;
  /** Lets one in with the operator's leave. */
  readonly program: (terms?: ProgramTerms) => Promise<ProgramClient>;
  readonly ofServer: (handle: string) => ProgramTerms;
  readonly ofApp: (slug: string) => ProgramTerms;
}

export async function programStage(open: Keeper): Promise<ProgramStage> {
  const server = await open(ScriptedHttp.start([echo]));
  const model = await open(ModelServer.start());
  const gateway = await open(
    startGateway({
      env: { CHAT_PROVIDERS: { tiny: { baseUrl: model.url } }, CHAT_DEFAULT_MODEL: 'tiny/one' },
      mcpServers: {
        one: { url: server.url },
        two: { url: server.url },
        three: { url: server.url, disabled: true },
      },
    }),
  );
  const person = operatorOf(gateway);
  const ids: Record<string, string> = {};
  for (const slug of ['shop', 'farm'])
    ids[slug] = String((await person.newApp(slug, config, { slug }))['id']);
  for (const handle of ['one', 'shop.a']) ids[handle] = await serverIdOf(person, handle);
  return {
    ...{ gateway, person, ids },
    program: (terms = {}) => programOf(gateway, person, terms),
    ofServer: (handle) => ({ resource: { kind: 'server', serverId: String(ids[handle]) } }),
    ofApp: (slug) => ({ resource: { kind: 'app', appId: String(ids[slug]) } }),
  };
}
