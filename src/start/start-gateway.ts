import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { Config } from '../platform/config/config.js';
import { closeInherited } from './close-inherited.js';
import { hideEnvironment } from './hide-environment.js';
import { reportFaults } from './report-faults.js';

/** Serves until a signal ends it; what keeps it from serving is told in a line each, and the process ends. */
export async function startGateway(): Promise<void> {
  try {
    closeInherited();
    const isHidden = hideEnvironment();
    // Faults of the settings are told before Nest, whose own report would bury them.
    const settings = Config.load();
    if (settings.values.GANTRY_WORKERS > 1 && cluster.isPrimary) {
      const { Supervisor } = await import('./supervisor.js');
      new Supervisor(settings, fileURLToPath(new URL('../main.js', import.meta.url))).start();
    } else {
      const { serve } = await import('./serve.js');
      await serve(settings, isHidden);
    }
  } catch (error) {
    process.exit(reportFaults(error));
  }
}
