import { CallerPatterns } from '../../../../accounts/identity/caller-patterns.js';
import { exposedName } from '../../../../apps/document/exposed-name.js';
import type { Rule } from '../../../../apps/document/rules.schema.js';
import type { RuleReason } from '../../../../kernel/hop.js';
import { Globs, maxGlobText } from '../../../../kernel/text/globs.js';
import type { GatedServer } from '../call-hook.js';
import { placeOfPolicies, policyLayersOf, type PolicyLayer } from '../policy-layers.js';

/** A rule ready to be held against calls. */
export interface WrittenRule {
  readonly tools: Globs;
  /** `undefined`: everybody. */
  readonly callers: CallerPatterns | undefined;
  readonly when: string | undefined;
  readonly verdict: RuleReason;
}

/** A tool as those who wrote the rules know it: `names` are what patterns are for, the rest is `$tool` of expressions. */
export interface RuledTool {
  readonly names: readonly string[];
  readonly name: string;
  readonly server: string;
  readonly tool: string;
}

/** The rules of one author, in their order. */
export interface RuleLayer {
  readonly rules: readonly WrittenRule[];
  /** The same tool may go by several names: that of the server, and what callers of an app have. */
  tool(original: string): RuledTool;
}

const known = new WeakMap<GatedServer, readonly RuleLayer[]>();

/** What the operator and the app say about calls of a server, each by itself; none for most servers. */
export function ruleBookOf(server: GatedServer): readonly RuleLayer[] {
  let book = known.get(server);
  if (book === undefined)
    known.set(
      server,
      (book = policyLayersOf(server)
        .filter(({ policies: { rules = [] } }) => rules.length > 0)
        .map((layer) => written(layer, server))),
    );
  return book;
}

/** Whether results of a server may have to be shown without secrets. */
export function mayRedact(server: GatedServer): boolean {
  return ruleBookOf(server).some(({ rules }) => rules.some(({ verdict }) => verdict.decision === 'redact'));
}

/** The pattern of `requireApproval` that a tool fits, in an app without rules, found in steps; with rules it is one of them. */
export function* plainAsking(
  server: GatedServer,
  original: string,
): Generator<undefined, RuleReason | undefined> {
  const layer = policyLayersOf(server).find(({ by }) => by === 'app');
  if (layer === undefined || (layer.policies.rules ?? []).length > 0) return undefined;
  const book = written(layer, server);
  const named = book.tool(original);
  for (const { tools, verdict } of book.rules)
    if (isTooLong(named) || (yield* matchingOne(tools, named.names))) return verdict;
  return undefined;
}

/** Whether one of several names fits. */
export function* matchingOne(globs: Globs, names: readonly string[]): Generator<undefined, boolean> {
  for (const name of names) if (yield* globs.matching(name)) return true;
  return false;
}

function written(layer: PolicyLayer, server: GatedServer): RuleLayer {
  const { by } = layer;
  const place = placeOfPolicies(by, server);
  const rules = (layer.policies.rules ?? []).map((rule, index) =>
    ready(rule, by, `${place}/rules/${String(index)}`),
  );
  // `requireApproval` is short for rules that ask, behind all others.
  const asking = (layer.by === 'app' ? (layer.policies.requireApproval ?? []) : []).map((glob, index) =>
    ready({ match: { tools: [glob] }, then: 'ask' }, by, `${place}/requireApproval/${String(index)}`),
  );
  return {
    rules: [...rules, ...asking],
    tool: by === 'app' ? (original) => appTool(server, original) : (original) => ownTool(server, original),
  };
}

function ready({ match, then, reason }: Rule, by: PolicyLayer['by'], pointer: string): WrittenRule {
  return {
    tools: new Globs(match.tools),
    callers: match.callers === undefined ? undefined : new CallerPatterns(match.callers, by),
    when: match.when,
    verdict: { by, pointer, decision: then, ...(reason === undefined ? {} : { reason }) },
  };
}

function publishedName({ published, definition }: GatedServer): string {
  return (published?.definition ?? definition).name;
}

function ownTool(server: GatedServer, original: string): RuledTool {
  const name = publishedName(server);
  return { names: [original], name: `${name}__${original}`, server: name, tool: original };
}

function appTool({ definition, policy }: GatedServer, original: string): RuledTool {
  const { name: server } = definition;
  const shown = policy.show({ name: original })['name'];
  const tool = typeof shown === 'string' ? shown : original;
  const whole = `${server}__${tool}`;
  const name = exposedName(server, tool);
  return { names: name === whole ? [name] : [name, whole], name, server, tool };
}

/** Names that are too long for patterns could not be denied by any. */
export function isTooLong({ names }: RuledTool): boolean {
  return names.some((name) => name.length > maxGlobText);
}
