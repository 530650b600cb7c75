import type { AppConfig } from '../apps/app-config.schema.js';
import type { ConfigWarning } from '../apps/config-findings.js';
import { exposedName } from '../apps/exposed-name.js';
import { matchesGlob } from '../kernel/glob.js';
import { pointerTo } from '../platform/http/validate.js';
import type { ProbedServer } from './probed-server.js';
import { viewOf } from './tool-view.js';

/** Patterns and overrides of a config that fit none of the tools that are known; about servers that did not answer nothing is said. */
export function patternWarnings(config: AppConfig, probed: readonly ProbedServer[]): ConfigWarning[] {
  return [...probed.flatMap((one) => serverWarnings(config, one)), ...approvalWarnings(config, probed)];
}

function serverWarnings(config: AppConfig, { server, tools }: ProbedServer): ConfigWarning[] {
  const { name } = server.definition;
  const { tools: globs, overrides } = config.mcpServers?.[name] ?? {};
  if (tools === undefined) return [];
  const names = namesFor(server, tools);
  const matchesNone = (pattern: string) => !names.some((tool) => matchesGlob(pattern, tool));
  return [
    ...(['allow', 'deny'] as const).flatMap((list) =>
      (globs?.[list] ?? []).flatMap((pattern, index) =>
        matchesNone(pattern) ? [warning(['mcpServers', name, 'tools', list, index], pattern)] : [],
      ),
    ),
    ...Object.keys(overrides ?? {}).flatMap((tool) =>
      names.includes(tool) ? [] : [warning(['mcpServers', name, 'overrides', tool], tool)],
    ),
  ];
}

/** Names as the patterns of the app see them: those of the server, or those that the operator gives. */
function namesFor(
  { published }: ProbedServer['server'],
  tools: NonNullable<ProbedServer['tools']>,
): string[] {
  return tools
    .filter((tool) => published?.policy.allows(String(tool['name'])) !== false)
    .map((tool) => String((published?.policy.show(tool) ?? tool)['name']));
}

function approvalWarnings({ policies }: AppConfig, probed: readonly ProbedServer[]): ConfigWarning[] {
  if (probed.some(({ server, tools }) => tools === undefined && server.definition.options.disabled !== true))
    return [];
  const names = probed.flatMap(({ server, tools = [] }) =>
    [...viewOf({ items: tools, expiresAt: 0 }, server).byName.keys()].flatMap((tool) => [
      exposedName(server.definition.name, tool),
      `${server.definition.name}__${tool}`,
    ]),
  );
  return (policies?.requireApproval ?? []).flatMap((pattern, index) =>
    names.some((name) => matchesGlob(pattern, name))
      ? []
      : [warning(['policies', 'requireApproval', index], pattern)],
  );
}

function warning(path: readonly PropertyKey[], pattern: string): ConfigWarning {
  return {
    code: 'pattern-matches-nothing',
    pointer: pointerTo(path),
    detail: `"${pattern}" matches no tool that is there now`,
  };
}
