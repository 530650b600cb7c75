import { Globs, maxGlobText } from '../../kernel/text/globs.js';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import type { ResultShape } from '../../apps/document/server-options.schema.js';
import type { ServerOptions } from './server-definition.js';
import { ToolShapes } from './tool-shapes.js';

/** Which tools of a server are shown, and under what name and description. The same for lists, calls, chat and native endpoints. */
export class ToolPolicy {
  private readonly allowed: Globs | undefined;
  private readonly denied: Globs;
  private readonly overrides;
  private readonly shapes: ToolShapes;
  private readonly originalNames: ReadonlyMap<string, string>;

  constructor({ tools, overrides = {} }: ServerOptions) {
    this.allowed = tools?.allow === undefined ? undefined : new Globs(tools.allow);
    this.denied = new Globs(tools?.deny ?? []);
    this.overrides = new Map(Object.entries(overrides));
    this.shapes = new ToolShapes(tools?.shape);
    this.originalNames = new Map(
      Object.entries(overrides).flatMap(([original, { name }]) =>
        name === undefined || name === original ? [] : [[name, original]],
      ),
    );
  }

  /** Whether every tool is shown as the server sends it. */
  get isOpen(): boolean {
    return this.allowed === undefined && this.denied.isEmpty && this.overrides.size === 0 && !this.isShaping;
  }

  /** Whether results of some tools are not shown as they come. */
  get isShaping(): boolean {
    return !this.shapes.isEmpty;
  }

  /** How results of a tool are shown, by the server's name for it: by one shape after the other. */
  shapesOf(original: string): readonly ResultShape[] {
    const shape = this.shapes.of(original);
    return shape === undefined ? [] : [shape];
  }

  /** The rule that decides about a tool, by the server's name for it, for people who ask why; found in steps. */
  *ruling(original: string): Generator<undefined, string> {
    const denies = yield* this.denied.matched(original);
    if (denies !== undefined) return `deny ${denies}`;
    if (this.allowed === undefined) return 'no rule';
    const allows = yield* this.allowed.matched(original);
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
    const { name } = tool;
    if (typeof name !== 'string') return tool;
    const described = 'outputSchema' in tool && this.shapes.of(name) !== undefined ? undescribed(tool) : tool;
    const override = this.overrides.get(name);
    if (override === undefined) return described;
    const { annotations, ...texts } = override;
    const declared = isJsonObject(tool['annotations']) ? tool['annotations'] : {};
    return {
      ...described,
      ...texts,
      ...(annotations === undefined ? {} : { annotations: { ...declared, ...annotations } }),
    };
  }
}

/** What is shown of a result that is shaped need not be what the server says of its results. */
function undescribed({ outputSchema: _, ...tool }: JsonObject): JsonObject {
  return tool;
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

  override get isShaping(): boolean {
    return this.outer.isShaping || super.isShaping;
  }

  override shapesOf(original: string): readonly ResultShape[] {
    if (!this.isShaping) return [];
    const between = String(this.outer.show({ name: original })['name']);
    return [...this.outer.shapesOf(original), ...super.shapesOf(between)];
  }

  override *allowing(original: string): Generator<undefined, boolean> {
    if (!(yield* this.outer.allowing(original))) return false;
    return yield* super.allowing(String(this.outer.show({ name: original })['name']));
  }

  override *ruling(original: string): Generator<undefined, string> {
    const outer = yield* this.outer.ruling(original);
    if (outer === 'not in allow' || outer.startsWith('deny ')) return `operator: ${outer}`;
    const own = yield* super.ruling(String(this.outer.show({ name: original })['name']));
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
