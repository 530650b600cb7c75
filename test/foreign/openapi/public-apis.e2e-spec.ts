import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { closeAfterEach } from '../../support/closing.js';
import { startGateway } from '../../support/gateway.js';
import { ScriptedApi, type ApiSeen } from '../../support/upstreams/scripted-api.js';
import { MadeArguments } from './made-arguments.js';
import { publicApi, publicApis } from './public-apis.js';
import { RequestCheck } from './request-check.js';

const open = closeAfterEach();
/** Operations of each document that are called; all of them with SOAK. */
const sample = process.env['SOAK'] === undefined ? 12 : Infinity;

interface Tool {
  readonly name: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** Every so many of the items, evenly. */
function evenly<T>(items: readonly T[]): readonly T[] {
  if (items.length <= sample) return items;
  return Array.from(
    { length: sample },
    (_, index) => items[Math.floor((index * items.length) / sample)] as T,
  );
}

/** What the tool takes by its own schema; as much of it as can be made. */
function argumentsFor({ inputSchema }: Tool): Record<string, unknown> | undefined {
  const validate = new Ajv2020({ strict: false, formats: fullFormats, logger: false }).compile(inputSchema);
  for (const depth of [3, 1, 0])
    for (const choice of [0, 1, 2, 3]) {
      const made = new MadeArguments(inputSchema, depth, choice).make();
      if (validate(made)) return made;
    }
  return undefined;
}

describe('public documents', () => {
  it.each(publicApis)(
    '[openapi-public] %s: each operation is a tool, and its calls are valid requests',
    async (name) => {
      const { text, type, document } = publicApi(name);
      const check = await RequestCheck.of(document);
      const api = await open(ScriptedApi.start());
      const openapi = api.put('/openapi', text, type);
      const gateway = await open(
        startGateway({
          mcpServers: {
            api: { openapi, baseUrl: api.origin, headers: { Authorization: 'Bearer of-the-test' } },
          },
          env: {
            MAX_OPENAPI_SCHEMA_BYTES: 262_144,
            MAX_LIST_BYTES: 67_108_864,
            ACCOUNT_LIST_BYTES: 268_435_456,
            ALL_LIST_BYTES: 268_435_456,
            ACCOUNT_OPENAPI_BYTES: 536_870_912,
          },
        }),
      );
      const tools: Tool[] = [];
      for (let cursor = ''; ;) {
        const { status, body, text: said } = await gateway.mcp('api', `tools?limit=200${cursor}`);
        if (status !== 200) throw new Error(said);
        tools.push(...(body['tools'] as Tool[]));
        if (body['nextCursor'] === undefined) break;
        cursor = `&cursor=${encodeURIComponent(body['nextCursor'] as string)}`;
      }
      expect(tools).toHaveLength(check.routes.length);
      expect(tools.filter((tool) => !/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(tool.name))).toEqual([]);
      let seen: ApiSeen | undefined;
      api.onRequest = (one) => (seen = one);
      const faults: unknown[] = [];
      const called = new Set<string>();
      for (const tool of evenly(tools)) {
        const made = argumentsFor(tool);
        if (made === undefined) {
          faults.push([tool.name, 'no arguments can be made']);
          continue;
        }
        seen = undefined;
        const answer = await gateway.call('api', tool.name, made);
        const arrived = seen as ApiSeen | undefined;
        if (arrived === undefined) {
          faults.push([tool.name, answer.text]);
          continue;
        }
        const { route, faults: found } = await check.verdict(arrived);
        if (route === undefined || found.length > 0) faults.push([tool.name, arrived.target, found, made]);
        else called.add(route);
      }
      expect(faults).toEqual([]);
      expect(called.size).toBe(evenly(tools).length);
    },
    900_000,
  );
});
