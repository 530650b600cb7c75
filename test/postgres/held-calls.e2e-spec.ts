import { closeAfterAll } from '../support/closing.js';
import type { TestGateway } from '../support/gateway.js';
import { errorOf, NativeClient, resultOf, type NativeAnswer } from '../support/clients/native-client.js';
import { accept, answered, asked, textOf } from '../support/questions.js';
import { startReplicas } from '../support/processes/replicas.js';
import type { Json } from '../support/clients/gateway-client.js';
import { askingStdio } from '../support/upstreams/asking-server.js';

const open = closeAfterAll();

let a: TestGateway, b: TestGateway, c: TestGateway;

beforeAll(async () => {
  const mcpServers = { stdio: askingStdio() };
  [a, b, c] = (await startReplicas(open, 3, { mcpServers })) as [TestGateway, TestGateway, TestGateway];
});

function call(gateway: TestGateway, name: string, more: Json = {}): Promise<NativeAnswer> {
  const client = new NativeClient(`${gateway.url}/api/servers/stdio/mcp`, gateway.token);
  const capabilities = { elicitation: { form: {}, url: {} } };
  return client.modern('tools/call', { name, arguments: {}, ...more }, { capabilities });
}

describe('A held call of another process', () => {
  it('[question-elsewhere] is answered there, question after question, and a state works once at whichever process', async () => {
    const first = resultOf(await call(a, 'twice'));
    const again = answered(first, () => accept('Ada'));
    const answers = await Promise.all([b, c, b, c].map((gateway) => call(gateway, 'twice', again)));
    const taken = answers.filter((answer) => errorOf(answer) === undefined);
    expect(taken).toHaveLength(1);
    for (const refused of answers.filter((answer) => errorOf(answer) !== undefined))
      expect(errorOf(refused)).toMatchObject({ code: -32602, data: { code: 'invalid-request-state' } });
    const second = resultOf(taken[0] as NativeAnswer);
    expect(asked(second)).toMatchObject([['q2', { params: { message: 'Second?' } }]]);
    const last = await call(
      c,
      'twice',
      answered(second, () => accept('Bob')),
    );
    expect(textOf(resultOf(last))).toBe('Ada and Bob');
  });

  it('[question-elsewhere] is lost with its process, and its caller is told so', async () => {
    const first = resultOf(await call(a, 'ask'));
    await a.close();
    const answer = await call(
      b,
      'ask',
      answered(first, () => accept('Ada')),
    );
    expect(errorOf(answer)).toMatchObject({ code: -32603, data: { code: 'held-call-lost' } });
  });
});
