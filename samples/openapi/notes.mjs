// A small API with an OpenAPI document: notes, in memory. `node samples/openapi/notes.mjs` serves it on the loopback address, PORT 4010.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const document = readFileSync(new URL('notes.openapi.yaml', import.meta.url));
const notes = new Map();
let lastId = 0;

const routes = {
  'GET /openapi.yaml': (_, res) => res.writeHead(200, { 'content-type': 'application/yaml' }).end(document),
  'GET /notes': ({ query }, res) => {
    const word = query.get('search')?.toLowerCase() ?? '';
    answer(res, 200, { notes: [...notes.values()].filter(({ text }) => text.toLowerCase().includes(word)) });
  },
  'POST /notes': ({ body }, res) => {
    if (typeof body?.text !== 'string') return answer(res, 422, { fault: 'text is needed' });
    const note = { id: ++lastId, text: body.text };
    notes.set(note.id, note);
    answer(res, 201, note);
  },
  'DELETE /notes/{id}': ({ id }, res) =>
    notes.delete(id) ? res.writeHead(204).end() : answer(res, 404, { fault: 'there is no such note' }),
};

function answer(res, status, value) {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

async function bodyOf(req) {
  let text = '';
  for await (const chunk of req.setEncoding('utf8')) text += chunk;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const server = createServer(async (req, res) => {
  const { pathname, searchParams } = new URL(req.url, 'http://localhost');
  const [, id] = /^\/notes\/(\d+)$/.exec(pathname) ?? [];
  const route = routes[`${req.method} ${id === undefined ? pathname : '/notes/{id}'}`];
  if (route === undefined) answer(res, 404, { fault: 'there is no such thing' });
  else route({ id: Number(id), query: searchParams, body: await bodyOf(req) }, res);
});

server.listen(Number(process.env.PORT ?? 4010), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/openapi.yaml`);
});
