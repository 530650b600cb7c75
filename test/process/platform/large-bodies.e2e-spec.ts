import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway } from '../../support/gateway.js';
import { echo, ScriptedHttp } from '../../support/upstreams/scripted-http.js';

const open = closeAfterAll();
const tenMegabytes = 10_000_000;
const program = `
import http.client, json, sys, urllib.error, urllib.request
host, token = sys.argv[1:]
body = json.dumps({"name": "echo", "arguments": {"a": "x" * ${String(tenMegabytes)}}}).encode()
headers = {"authorization": "Bearer " + token, "content-type": "application/json"}
found = []
for _ in range(5):
    connection = http.client.HTTPConnection(host, timeout=30)
    connection.request("POST", "/api/servers/s/mcp/call", body, headers)
    found.append(connection.getresponse().status)
    try:
        urllib.request.urlopen(urllib.request.Request("http://" + host + "/api/cli/apps", body, headers), timeout=30)
    except urllib.error.HTTPError as error:
        found.append(error.code)
print(json.dumps(found))
`;

it('[too-large-told] a refused body of ten megabytes gets its answer to the usual clients of Python and Node, each time', async () => {
  const upstream = await open(ScriptedHttp.start([echo]));
  const gateway = await open(
    startGateway({
      mcpServers: { s: { url: upstream.url } },
      env: { MAX_DISCARDED_BYTES: 2 * tenMegabytes },
    }),
  );
  const { host } = new URL(gateway.url);
  const python = await promisify(execFile)('python3', ['-c', program, host, gateway.token]).then(
    ({ stdout }) => JSON.parse(stdout) as number[],
    (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    },
  );
  const fetched: number[] = [];
  for (let round = 0; round < 10; round++)
    fetched.push((await gateway.call('s', 'echo', { a: 'x'.repeat(tenMegabytes) })).status);
  expect(new Set([...python, ...fetched])).toEqual(new Set([413]));
});
