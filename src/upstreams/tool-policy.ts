import { matchesGlob } from '../kernel/glob.js';
import { Globs, maxGlobText } from '../kernel/globs.js';
import { isJsonObject, type JsonObject } from '../kernel/json.js';
import type { ServerOptions } from './server-definition.js';

/** Which tools of a server are shown, and under what name and description. The same for lists, calls, chat and native endpoints. */
export class ToolPolicy {
  private readonly allow: readonly string[] | undefined;
  private readonly deny: readonly string[];
  private readonly allowed: Globs | undefined;
  private readonly denied: Globs;
  private readonly overrides;
  private readonly originalNames: ReadonlyMap<string, string>;

  constructor({ tools, overrides = {} }: ServerOptions) {
    this.allow = tools?.allow;
    this.deny = tools?.deny ?? [];
    this.allowed = this.allow === undefined ? undefined : new Globs(this.allow);
    this.denied = new Globs(this.deny);
    this.overrides = new Map(Object.entries(overrides));
    this.originalNames = new Map(
      Object.entries(overrides).flatMap(([original, { name }]) =>
        name === undefined || name === original ? [] : [[name, original]],
      ),
    );
  }

  /** Whether every tool is shown as the server sends it. */
  get isOpen(): boolean {
    return this.allow === undefined && this.deny.length === 0 && this.overrides.size === 0;
  }

  /** The rule that decides about a tool, by the server's name for it, for people who ask why. */
  ruleFor(original: string): string {
    const denies = this.deny.find((pattern) => matchesGlob(pattern, original));
    if (denies !== undefined) return `deny ${denies}`;
    if (this.allow === undefined) return 'no rule';
    const allows = this.allow.find((pattern) => matchesGlob(pattern, original));
    return allows === undefined ? 'not in allow' : `allow ${allows}`;
  }

  /** Whether a tool, by the server's name for it, may be seen and called; found in steps. Deny wins. */
  *allowing(original: string): Generator<undefined, boolean> {
    if (this.allowed === undefined && this.denied.isEmpty) return true;
    // No pattern fits it, so nobody could have denied it.
    if (original.length > maxGlobText) return false;
    if (yield* this.denied.matching(original)) return false;
    return this.allowed === undefined || (yield* this.allowed.matching(original));
  }

  /** The server's name for a tool that callers know as `shown`; `undefined` when that name has been given away. */
  originalOf(shown: string): string | undefined {
    const original = this.originalNames.get(shown);
    if (original !== undefined) return original;
    return this.overrides.get(shown)?.name === undefined || this.overrides.get(shown)?.name === shown
      ? shown
      : undefined;
  }

  /** The tool as callers see it; all members that are not overridden stay as the server sent them. */
  show(tool: JsonObject): JsonObject {
    const override = typeof tool['name'] === 'string' ? this.overrides.get(tool['name']) : undefined;
    if (override === undefined) return tool;
    const { annotations, ...texts } = override;
    const declared = isJsonObject(tool['annotations']) ? tool['annotations'] : {};
    return {
      ...tool,
      ...texts,
      ...(annotations === undefined ? {} : { annotations: { ...declared, ...annotations } }),
    };
  }
}

/** The policy of an app on top of the operator's: it sees only what that one shows, under the names that that one gives. */
export class NarrowedToolPolicy extends ToolPolicy {
  constructor(
    private readonly outer: ToolPolicy,
    options: ServerOptions,
  ) {
    super(options);
  }

  override get isOpen(): boolean {
    return this.outer.isOpen && super.isOpen;
  }

  override *allowing(original: string): Generator<undefined, boolean> {
    if (!(yield* this.outer.allowing(original))) return false;
    return yield* super.allowing(String(this.outer.show({ name: original })['name']));
  }

  override ruleFor(original: string): string {
    const outer = this.outer.ruleFor(original);
    if (outer === 'not in allow' || outer.startsWith('deny ')) return `operator: ${outer}`;
    const own = super.ruleFor(String(this.outer.show({ name: original })['name']));
    return own === 'no rule' && outer !== 'no rule' ? `operator: ${outer}` : own;
  }

  override originalOf(shown: string): string | undefined {
    const between = super.originalOf(shown);
    return between === undefined ? undefined : this.outer.originalOf(between);
  }

  override show(tool: JsonObject): JsonObject {
    return super.show(this.outer.show(tool));
  }
}
