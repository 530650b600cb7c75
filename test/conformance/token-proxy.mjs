// @ts-check
import { createServer, request } from 'node:http';

/**
 * Adds a token to every request, since the suite cannot: everything else passes as it is, Host and Origin too.
 * @param {{ port: number, path: string, token: string }} target
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export async function addToken({ port, path, token }) {
  const server = createServer((req, res) => {
    const headers = { ...req.headers, authorization: `Bearer ${token}` };
    const onward = request({ host: '127.0.0.1', port, path, method: req.method, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    onward.on('error', () => res.destroy());
    res.on('close', () => onward.destroy());
    req.pipe(onward);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port: own } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://localhost:${String(own)}/mcp`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
