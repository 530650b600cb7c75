import type { Behaviour } from './upstreams/behaviours.js';
import { tool, type ScriptedTool } from './upstreams/scripted-http.js';

/** Counts by name what a tool has really done, over restarts of its server. */
export class Effects {
  private readonly counts = new Map<string, number>();
  /** Names whose callers were told that it is done. */
  readonly acknowledged = new Set<string>();
  private made = 0;

  /** A name that was not used before. */
  newName(prefix: string): string {
    return `${prefix}-${String(++this.made)}`;
  }

  /** `name` in the arguments is done once more. */
  get tool(): ScriptedTool {
    const run: Behaviour = (exchange) => {
      const name = String(exchange.args['name']);
      this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
      exchange.result({ content: [{ type: 'text', text: name }] });
    };
    return tool('effect', run);
  }

  get size(): number {
    return this.made;
  }

  /** Acknowledged, and not done. */
  get lost(): string[] {
    return [...this.acknowledged].filter((name) => !this.counts.has(name));
  }

  /** Done more than once. */
  get duplicated(): string[] {
    return [...this.counts].filter(([, count]) => count > 1).map(([name]) => name);
  }
}
