import { closeAfterAll } from '../../support/closing.js';
import { figure } from '../../support/measures/figures.js';
import { TwoTenants } from '../../support/two-tenants.js';

const open = closeAfterAll();

it('[tenant-isolation] two accounts with the same slugs on one stateful upstream receive nothing of each other under mixed load', async () => {
  const stage = await TwoTenants.start(open);
  const { requests, own, foreign } = await stage.load(600);
  figure('tenant-isolation', {
    ...{ requests, 'kinds of requests': own.length },
    'with a marker of their own': own.reduce((sum, count) => sum + count, 0),
    'with a foreign marker': foreign.length,
  });
  expect(foreign).toEqual([]);
  expect(own.filter((count) => count > 0).length).toBeGreaterThanOrEqual(20);
});
