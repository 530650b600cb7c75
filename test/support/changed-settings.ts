import { Config } from '../../src/platform/config/config.js';
import type { Values } from '../../src/platform/config/variables.js';
import type { TestGateway } from './gateway.js';

/**
 * Changes settings of a running gateway until it is closed, so that tests with different settings can share a gateway. Works for settings that
 * the gateway reads for each request; what it reads once, at its start, does not change.
 */
export function changeSettings(gateway: TestGateway, values: Partial<Values>): { close(): Promise<void> } {
  const current = gateway.app.get(Config).values;
  const names = Object.keys(values) as (keyof Values)[];
  const former = Object.fromEntries(names.map((name) => [name, current[name]]));
  Object.assign(current, values);
  return {
    close: () => {
      Object.assign(current, former);
      return Promise.resolve();
    },
  };
}
