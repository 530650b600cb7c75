// A stdio MCP server of the revision that ERA names (2025 or 2026) with tools for what the lanes of the gateway must not change.
//   LARGE   bytes of the list of tools, and of the result of the tool "large"
//   SAYS    a file of JSON that is read for each request: its instructions, its prompts, and what it answers to `prompts/get`
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const { ERA = '2025', LARGE = '0', SAYS } = process.env;
const said = () => (SAYS === undefined ? {} : JSON.parse(readFileSync(SAYS, 'utf8')));
const isModern = ERA === '2026';
const filler = 'x'.repeat(Number(LARGE));
const named = (name, description) =>
  `{"name":"${name}","description":"${description}","inputSchema":{"type":"object"}}`;
/** Tools by name: the text of the result, or of the error. */
const tools = {
  large: () => `{"content":[{"type":"text","text":"${filler}"}]}`,
  fine: () => '{"content":[{"type":"text","text":"f"}]}',
  secret: () => '{"content":[]}',
  wordy: () => '{"content":[{"type":"text","text":"y"}]}',
  // What came, byte by byte.
  line: (line) =>
    `{"content":[{"type":"text","text":${JSON.stringify(line)}}],"structuredContent":{"big":9007199254740993123}}`,
  pay: () => ({
    code: -32042,
    message: 'pay first',
    data: { elicitations: [{ url: 'https://example.com/pay' }] },
  }),
  // Says who called, then answers when the others have had time to.
  log: (_line, { who }, result) => {
    send(
      `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":${JSON.stringify(who)}}}`,
    );
    setTimeout(() => result('{"content":[]}'), 200);
  },
  own: () => ({ code: -32601, message: 'no such engine', data: { url: 'https://example.com/pay', big: 1 } }),
};
const list = `{"tools":[${Object.keys(tools)
  .map((name) => named(name, name === 'large' ? filler : `Tool ${name}`))
  .join(',')}]}`;

const send = (text) => process.stdout.write(`${text}\n`);
const complete = (result) =>
  isModern && !result.includes('"resultType"')
    ? result.replace('{', '{"resultType":"complete","ttlMs":0,"cacheScope":"private",')
    : result;

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined || method === undefined) return;
  const head = `{"jsonrpc":"2.0","id":${JSON.stringify(id)}`;
  const result = (text) => send(`${head},"result":${complete(text)}}`);
  const error = (value) => send(`${head},"error":${JSON.stringify(value)}}`);
  const { instructions, prompts } = said();
  const capabilities = `{"tools":{},"logging":{}${prompts === undefined ? '' : ',"prompts":{},"completions":{}'}}`;
  const advice = instructions === undefined ? '' : `,"instructions":${JSON.stringify(instructions)}`;
  const info = '{"name":"lane","version":"1"}';
  if (method === 'initialize' && !isModern)
    result(`{"protocolVersion":"2025-11-25","capabilities":${capabilities},"serverInfo":${info}${advice}}`);
  else if (method === 'server/discover' && isModern)
    result(
      `{"supportedVersions":["2026-07-28"],"capabilities":${capabilities},"_meta":{"io.modelcontextprotocol/serverInfo":${info}}${advice}}`,
    );
  else if (method === 'ping' || method === 'logging/setLevel') result('{}');
  else if (method === 'tools/list') result(list);
  else if (method === 'prompts/list' && prompts !== undefined) result(JSON.stringify({ prompts }));
  else if (method === 'prompts/get') result(JSON.stringify(said().prompt ?? { messages: [] }));
  else if (method === 'completion/complete') result('{"completion":{"values":["x"]}}');
  else if (method !== 'tools/call') error({ code: -32601, message: 'Method not found' });
  else {
    const unknown = () => ({ code: -32602, message: `Unknown tool: ${params.name}` });
    const made = (tools[params.name] ?? unknown)(line, params.arguments, result);
    if (typeof made === 'string') result(made);
    else if (made !== undefined) error(made);
  }
});
