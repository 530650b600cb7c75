import type { Json } from '../clients/gateway-client.js';
import { tool } from '../upstreams/scripted-http.js';

/** Resolves after a random part of `ms`. */
export const within = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.random() * ms));

/** A tool that may be called again, takes its time, gives back `n`, and counts in `called` how often it was called, by run and step. */
export const countedWork = (called: Map<string, number>, name = 'work') =>
  tool(
    name,
    async (exchange) => {
      const { _meta: meta, arguments: args } = exchange.params as { _meta: Json; arguments: Json };
      const key = `${String(meta['gantry/workflow-run'])} ${String(meta['gantry/workflow-step'])}`;
      called.set(key, (called.get(key) ?? 0) + 1);
      await within(40);
      if (!exchange.res.destroyed) exchange.result({ content: [], structuredContent: { n: args['n'] } });
    },
    { annotations: { idempotentHint: true } },
  );
