// A stdio MCP server of 2026-07-28 with the tool "together": answers once two calls of it are under way, after progress for each of them that
// names its caller, and progress under the tokens that a server could guess.
import { createInterface } from 'node:readline';

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const waiting = [];

function tick(progressToken, message) {
  send({ method: 'notifications/progress', params: { progressToken, progress: 1, message } });
}

function together(call) {
  waiting.push(call);
  if (waiting.length < 2) return;
  for (const { params } of waiting) {
    const token = params._meta?.progressToken;
    if (token !== undefined) tick(token, `of ${params.arguments.who}`);
  }
  for (const guess of [1, 2, '1', 'gantry-1', 'gantry-2', 'gantry-native-1', 'gantry-asked-1'])
    tick(guess, 'guessed');
  for (const { id, params } of waiting.splice(0)) {
    const seen = JSON.stringify(params._meta?.progressToken ?? null);
    send({ id, result: { resultType: 'complete', content: [{ type: 'text', text: seen }] } });
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  const shared = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
  if (method === 'server/discover')
    send({
      id,
      result: {
        ...shared,
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: {} },
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'progress', version: '1' } },
      },
    });
  else if (method === 'tools/list')
    send({ id, result: { ...shared, tools: [{ name: 'together', inputSchema: { type: 'object' } }] } });
  else if (method === 'tools/call') together({ id, params });
  else if (id !== undefined) send({ id, error: { code: -32601, message: 'Method not found' } });
});
