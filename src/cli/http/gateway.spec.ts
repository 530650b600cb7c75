import { Interrupted } from '../failure.js';
import type { HttpExchanged, HttpSending } from './exchange.js';
import { Gateway } from './gateway.js';

/** The answer that a transport gives; `stop` is the user's Ctrl-C. */
function gatewayThat(answer: (sending: HttpSending) => HttpExchanged) {
  const stop = new AbortController();
  const transport = (sending: HttpSending) => Promise.resolve(answer(sending));
  return { stop, gateway: new Gateway('http://gateway', undefined, 'test', transport, stop.signal) };
}

async function* text(...chunks: string[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield await Promise.resolve(Buffer.from(chunk));
}

async function* endless({ signal }: HttpSending): AsyncGenerator<Uint8Array> {
  yield Buffer.from('{');
  await new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(new Error('aborted'));
    });
  });
}

describe('A request of the command', () => {
  it('[cli-ctrl-c] that is stopped while its answer comes, or before it is sent again, is an interruption', async () => {
    const busy = '{"code":"overloaded","title":"Busy"}';
    const answers: ((sending: HttpSending) => HttpExchanged)[] = [
      (sending) => ({ status: 200, headers: {}, body: endless(sending) }),
      () => ({ status: 503, headers: { 'retry-after': '5' }, body: text(busy) }),
    ];
    for (const answer of answers) {
      const { gateway, stop } = gatewayThat(answer);
      const asked = gateway.ask('get', '/api/servers', {});
      setTimeout(() => {
        stop.abort(new Interrupted());
      }, 20);
      await expect(asked).rejects.toBeInstanceOf(Interrupted);
    }
  });
});
