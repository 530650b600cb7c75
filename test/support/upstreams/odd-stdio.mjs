// A stdio MCP server of both eras whose answers are legal and odd; with MODERN_ONLY it does not know `initialize`.
import { createInterface } from 'node:readline';

const answers = {
  'odd/members':
    '{"jsonrpc":"2.0","x-top":{"deep":[1,{"x-er":null}]},"id":$id,"result":{"content":[{"type":"text","text":"a","x-block":1}],"_meta":{"x/y":[]},"x-result":{}}}',
  'odd/blocks':
    '{"jsonrpc":"2.0","id":$id,"result":{"content":[{"type":"hologram","matrix":[[1]]},{"type":"text"}]}}',
  'odd/task':
    '{"jsonrpc":"2.0","id":$id,"result":{"resultType":"task","task":{"taskId":"t1","status":"working","ttlMs":5}}}',
  'odd/schema':
    '{"jsonrpc":"2.0","id":$id,"result":{"tools":[{"name":"a","inputSchema":true,"outputSchema":{"type":"array","items":{"pattern":"(a+)+$"}}}]}}',
  'odd/error':
    '{"jsonrpc":"2.0","id":$id,"error":{"code":-31999,"message":"own","data":{"why":["x",null],"x-e":1},"x-err":2}}',
  'odd/app':
    '{"jsonrpc":"2.0","id":$id,"result":{"contents":[{"uri":"ui://form","mimeType":"text/html;profile=mcp-app","text":"<b>ž</b>","_meta":{"ui":{"csp":{}}}}]}}',
  'odd/text': `{"jsonrpc":"2.0","id":$id,"result":${JSON.stringify({ text: '\u2028 \\u0000 🎈 \\ud83d', ključ: '', '': 1 })}}`,
  'odd/numbers':
    '{"jsonrpc":"2.0","id":$id,"result":{"small":1e-7,"negative":-0.5,"large":9007199254740991}}',
  initialize:
    '{"jsonrpc":"2.0","id":$id,"result":{"protocolVersion":"2025-11-25","capabilities":{"x-cap":{}},"serverInfo":{"name":"odd","version":"1","x-build":7}}}',
  'server/discover':
    '{"jsonrpc":"2.0","id":$id,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"instructions":"odd","ttlMs":0,"cacheScope":"private","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"odd","version":"1","x-build":7}}}}',
  ping: '{"jsonrpc":"2.0","id":$id,"result":{}}',
};

if (process.env.MODERN_ONLY) delete answers.initialize;

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  // What came, byte by byte; the id too, whatever a reader of JSON makes of it.
  if (method === 'odd/echo') {
    const own = /"id" ?: ?("[^"]*"|[^,}]*)/.exec(line)[1];
    process.stdout.write(`{"jsonrpc":"2.0","id":${own},"result":{"line":${JSON.stringify(line)}}}\n`);
    return;
  }
  const none = '{"jsonrpc":"2.0","id":$id,"error":{"code":-32601,"message":"Method not found"}}';
  process.stdout.write(`${(answers[method] ?? none).replace('$id', () => JSON.stringify(id))}\n`);
});
