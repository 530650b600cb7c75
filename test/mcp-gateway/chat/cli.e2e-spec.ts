import { answers } from '../../support/upstreams/behaviours.js';
import { ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { CliMachine } from '../../support/clients/cli.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway } from '../../support/gateway.js';
import { asksThenSays, ModelServer, refusesWith } from '../../support/models/model-server.js';
import { hasTerminals } from '../../support/clients/pty-session.js';

const open = closeAfterAll();

describe('gantry chat against the gateway', () => {
  let machine: CliMachine;

  // Builds the command when nobody has yet.
  beforeAll(async () => {
    machine = await open(CliMachine.create());
  });

  it('[chat-cli] streams text, asks before a tool runs, and names what went wrong', async () => {
    const model = await open(ModelServer.start());
    const done = answers({ content: [{ type: 'text', text: 'gone' }] });
    const upstream = await open(
      ScriptedHttp.start([tool('delete', done), tool('look', done, { annotations: { readOnlyHint: true } })]),
    );
    const gateway = await open(
      startGateway({
        mcpServers: { desk: { url: upstream.url } },
        env: { CHAT_PROVIDERS: { tiny: { baseUrl: model.url } }, CHAT_DEFAULT_MODEL: 'tiny/one' },
      }),
    );
    const env = { GANTRY_URL: gateway.url, GANTRY_TOKEN: gateway.token };

    model.otherwise = asksThenSays({ name: 'look' }, 'All ', 'is well.');
    const said = await machine.run(['chat', 'desk', 'how is it?'], { env });
    expect(said).toMatchObject({ code: 0, stdout: 'All is well.\n' });
    expect(said.stderr).toContain('→ look {}');

    model.next = [refusesWith(429)];
    const busy = await machine.run(['chat', 'desk', 'how is it?'], { env });
    expect(busy.code).not.toBe(0);
    expect(busy.stderr).toContain('The provider of the model takes no more requests now.');

    if (!hasTerminals()) return;
    model.otherwise = asksThenSays({ name: 'delete', args: { id: 7 } }, 'It is deleted.');
    const terminal = await open(machine.terminal(['chat', 'desk', 'delete 7'], env));
    await terminal.sees('delete wants to run with {"id":7}');
    expect(upstream.executions('delete')).toBe(0);
    terminal.enter('y');
    await terminal.sees('It is deleted.');
    expect(await terminal.end()).toBe(0);
    expect(upstream.executions('delete')).toBe(1);
  });
});
