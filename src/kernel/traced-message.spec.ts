import { withTraceparent } from './traced-message.js';

const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const traced = (message: string) => withTraceparent(Buffer.from(message), trace).toString();

describe('withTraceparent', () => {
  it.each([
    ['{"id":1}', `{"params":{"_meta":{"traceparent":"${trace}"}},"id":1}`],
    ['{}', `{"params":{"_meta":{"traceparent":"${trace}"}}}`],
    ['{"params": {} }', `{"params": {"_meta":{"traceparent":"${trace}"}} }`],
    ['{"params":{"a":1e400}}', `{"params":{"_meta":{"traceparent":"${trace}"},"a":1e400}}`],
    ['{"params":{"_meta":\n{ "b":"é" }}}', `{"params":{"_meta":\n{"traceparent":"${trace}", "b":"é" }}}`],
    [
      '{"params":{"_meta":{"traceparent":"x","b":1}}}',
      `{"params":{"_meta":{"traceparent":"${trace}","b":1}}}`,
    ],
  ])('puts the trace into %s', (message, expected) => {
    expect(traced(message)).toBe(expected);
  });

  it.each(['[{"params":{}}]', '{"params":null}', '{"params":[1]}', '{"params":{"_meta":7}}', '7'])(
    'leaves %s alone',
    (message) => {
      expect(traced(message)).toBe(message);
    },
  );
});
