import { attacks } from '../../support/hostile/attacks.js';
import { HostileStage, type Notice } from '../../support/hostile/hostile-stage.js';
import { RequestNoise } from '../../support/hostile/request-noise.js';
import { figure } from '../../support/measures/figures.js';
import { shown } from '../../support/measures/latency.js';

const probes = 100;
/** Milliseconds within which 99 of 100 calls of the victim are answered during an attack. */
const mostMs = 50;
const tries = 3;
const mebibytes = 1_048_576;

let stage: HostileStage;
let alone: Notice;

beforeAll(async () => {
  stage = await HostileStage.start();
  await stage.notice(50);
  alone = await stage.notice(200);
});

afterAll(async () => {
  await stage.close();
});

describe('While a tenant attacks with', () => {
  it.each(Object.entries(attacks))(
    '[hostile-tenant] %s, the calls of another tenant are answered',
    async (name, { status, servers, config, requests, by = 'member' }) => {
      if (servers !== undefined || config !== undefined)
        await stage.configure({
          mcpServers: servers?.(stage.origin) ?? {},
          ...config?.(stage.origin),
        });
      const noise = RequestNoise.start(stage.gateway.client.url, stage.tokens[by], requests);
      await noise.next();
      let least: Notice | undefined;
      // The best of a few tries: others use the machine, too.
      for (let count = 0; count < tries && !(least !== undefined && isQuick(least)); count++) {
        const noticed = await stage.notice(probes);
        if (least === undefined || noticed.latency.p99 < least.latency.p99) least = noticed;
      }
      await noise.stop();
      const { latency, memory, disk } = least as Notice;
      figure(`hostile-tenant ${name}`, {
        sent: noise.sent,
        statuses: [...noise.statuses]
          .map(([status, count]) => `${String(status)}×${String(count)}`)
          .join(' '),
        'alone ms': shown(alone.latency),
        'beside ms': shown(latency),
        'memory MiB': Math.round(memory / mebibytes),
        'disk MiB': Math.round(disk / mebibytes),
      });
      expect(stage.gateway.child.exitCode).toBeNull();
      expect([...noise.statuses.keys()].filter((one) => ![status, 429, 503].includes(one))).toEqual([]);
      expect(noise.sent).toBeGreaterThan(0);
      expect(latency.p99).toBeLessThan(most());
    },
  );
});

function isQuick({ latency }: Notice): boolean {
  return latency.p99 < most();
}

function most(): number {
  return Math.max(mostMs, 5 * alone.latency.p99);
}
