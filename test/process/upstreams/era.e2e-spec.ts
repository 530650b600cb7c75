import { Database } from '../../../src/platform/database/database.js';
import { EraVerdictEntity } from '../../../src/upstreams/connection/handshake/era-verdict.entity.js';
import { closeAfterAll, closeAfterEach } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { declareServers } from '../../support/upstreams/declared-servers.js';
import { linesOf, sdkStdio, stdioServer } from '../../support/upstreams/stdio.js';

const keep = closeAfterAll();
const open = closeAfterEach();
/** A process that has started may be silent for half of this. */
const START_TIMEOUT_MS = 8000;
const slow = '4600';
let gateway: TestGateway;
const folder = temporaryFolder();
afterAll(() => {
  folder.remove();
});

beforeAll(async () => {
  gateway = await keep(startGateway({ env: { START_TIMEOUT_MS } }));
});

async function call(entry: object): Promise<{ status: number; protocolVersion: unknown }> {
  await open(declareServers(gateway, { s: entry }));
  const { status } = await gateway.call('s', 'echo', { a: 1 });
  return { status, protocolVersion: (await gateway.server('s'))?.['protocolVersion'] };
}

it('[discover-again] a process of 2026-07-28 only that passes over its first message is asked again, not started again', async () => {
  const starts = folder.file('starts');
  const entry = sdkStdio({ STARTS_FILE: starts, SHY: '1', LEGACY: 'reject' });
  expect(await call(entry)).toEqual({ status: 200, protocolVersion: '2026-07-28' });
  expect(linesOf(starts)).toHaveLength(1);
});

describe('a process that is slow to start', () => {
  it('[slow-start-era] is used when it speaks 2026-07-28 only', async () => {
    const entry = sdkStdio({ START_MS: slow, LEGACY: 'reject' });
    expect(await call(entry)).toEqual({ status: 200, protocolVersion: '2026-07-28' });
  });

  it('[slow-start-era] is not taken for a server of an older revision', async () => {
    const entry = sdkStdio({ START_MS: slow, LEGACY: 'serve' });
    expect(await call(entry)).toEqual({ status: 200, protocolVersion: '2026-07-28' });
  });

  it('[slow-start-era] leaves no verdict when it was silent', async () => {
    const verdicts = () => gateway.app.get(Database).manager.count(EraVerdictEntity);
    const before = await verdicts();
    expect(await call(stdioServer({ SHY: '1' }))).toEqual({ status: 200, protocolVersion: '2025-11-25' });
    expect(await verdicts()).toBe(before);
  });
});
