// A stdio MCP server of revision 2025-11-25 that looks for what is not its own. Its tools tell what they got, or the system's word for why not:
//   read {path}      the text of a file, or the names in a folder
//   write {path}     adds a line to a file
//   whoami           {uid, gid, groups, ppid, pid, cwd, home, environment: names}
//   connect {port}   whether something on the loopback address can be reached
import { appendFileSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

const run = {
  read: ({ path }) =>
    statSync(path).isDirectory() ? readdirSync(path).join('\n') : readFileSync(path, 'latin1'),
  write: ({ path }) => {
    appendFileSync(path, 'written\n');
    return 'written';
  },
  whoami: () => {
    const { pid, ppid, env } = process;
    const ids = { uid: process.getuid(), gid: process.getgid(), groups: process.getgroups() };
    return JSON.stringify({ ...ids, pid, ppid, cwd: process.cwd(), env });
  },
  connect: ({ port }) =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve('connected');
      }).on('error', reject);
    }),
};
const tools = Object.keys(run).map((name) => ({ name, inputSchema: { type: 'object' } }));

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = (body) => console.log(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
  if (method === 'initialize')
    answer({
      result: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'prying', version: '1' },
      },
    });
  else if (method === 'tools/list') answer({ result: { tools } });
  else if (method !== 'tools/call') answer({ error: { code: -32601, message: 'Method not found' } });
  else
    try {
      const text = await run[params.name](params.arguments ?? {});
      answer({ result: { content: [{ type: 'text', text }] } });
    } catch (error) {
      answer({ result: { content: [{ type: 'text', text: String(error.code) }], isError: true } });
    }
});
