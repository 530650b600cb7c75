import type { AppConfig } from '../../apps/document/app-config.schema.js';
import type { ConfigWarning } from '../../apps/document/config-findings.js';
import { exposedName } from '../../apps/document/exposed-name.js';
import { globMatcher } from '../../kernel/text/glob.js';
import { inSlices } from '../../kernel/pacing/slices.js';
import { pointerTo } from '../../platform/http/bodies/validate.js';
import type { ProbedServer } from '../declared/probed-server.js';
import { viewing } from './tool-view.js';

/** A name costs a microsecond or so. */
const namesBetween = 100;

/** Patterns and overrides of a config that fit none of the tools that are known; about servers that did not answer nothing is said. */
export function patternWarnings(
  config: AppConfig,
  probed: readonly ProbedServer[],
): Promise<ConfigWarning[]> {
  return inSlices(collect(config, probed));
}

function* collect(config: AppConfig, probed: readonly ProbedServer[]): Generator<undefined, ConfigWarning[]> {
  const warnings: ConfigWarning[] = [];
  for (const one of probed) yield* addServerWarnings(config, one, warnings);
  yield* addApprovalWarnings(config, probed, warnings);
  return warnings;
}

function* addServerWarnings(
  config: AppConfig,
  { server, tools }: ProbedServer,
  warnings: ConfigWarning[],
): Generator<undefined, void> {
  const { name } = server.definition;
  const { tools: globs, overrides } = config.mcpServers?.[name] ?? {};
  if (tools === undefined) return;
  const names = yield* namesFor(server, tools);
  for (const list of ['allow', 'deny'] as const)
    for (const [index, pattern] of (globs?.[list] ?? []).entries())
      if (yield* matchesNone(pattern, names))
        warnings.push(warning(['mcpServers', name, 'tools', list, index], pattern));
  for (const pattern of Object.keys(globs?.shape ?? {}))
    if (yield* matchesNone(pattern, names))
      warnings.push(warning(['mcpServers', name, 'tools', 'shape', pattern], pattern));
  const known = new Set(names);
  for (const tool of Object.keys(overrides ?? {})) {
    if (!known.has(tool)) warnings.push(warning(['mcpServers', name, 'overrides', tool], tool));
    yield undefined;
  }
}

function* matchesNone(pattern: string, names: readonly string[]): Generator<undefined, boolean> {
  const matches = globMatcher(pattern);
  for (const [index, name] of names.entries()) {
    if (matches(name)) return false;
    if (index % namesBetween === 0) yield undefined;
  }
  return true;
}

/** Names as the patterns of the app see them: those of the server, or those that the operator gives. */
function* namesFor(
  { published }: ProbedServer['server'],
  tools: NonNullable<ProbedServer['tools']>,
): Generator<undefined, string[]> {
  const names: string[] = [];
  for (const tool of tools) {
    yield undefined;
    if (published === undefined || (yield* published.policy.allowing(String(tool['name']))))
      names.push(String((published?.policy.show(tool) ?? tool)['name']));
  }
  return names;
}

function* addApprovalWarnings(
  { policies }: AppConfig,
  probed: readonly ProbedServer[],
  warnings: ConfigWarning[],
): Generator<undefined, void> {
  if (probed.some(({ server, tools }) => tools === undefined && server.definition.options.disabled !== true))
    return;
  const names: string[] = [];
  for (const { server, tools = [] } of probed) {
    const { byName } = yield* viewing(tools, server);
    for (const tool of byName.keys())
      names.push(exposedName(server.definition.name, tool), `${server.definition.name}__${tool}`);
    yield undefined;
  }
  for (const [index, pattern] of (policies?.requireApproval ?? []).entries())
    if (yield* matchesNone(pattern, names))
      warnings.push(warning(['policies', 'requireApproval', index], pattern));
}

function warning(path: readonly PropertyKey[], pattern: string): ConfigWarning {
  return {
    code: 'pattern-matches-nothing',
    pointer: pointerTo(path),
    detail: `"${pattern}" matches no tool that is there now`,
  };
}
