import { isJsonObject } from '../json/json.js';
import type { ClientMember } from './client-member.js';
import * as read from './member-readers.js';

/** What of a server may be used. */
export const ruleMembers: readonly ClientMember[] = [
  {
    names: ['enabled', 'isActive', 'active'],
    clients: ['zed', 'opencode', 'codex', 'goose', 'cherry-studio', 'mcphub'],
    becomes: '`disabled: true`, unless it is `true`',
    effect: 'mapped',
    example: false,
    read: read.whenOn,
  },
  {
    names: ['disabled'],
    clients: ['cline', 'roo', 'kiro', 'amazon-q', 'windsurf', 'antigravity', 'crush', 'mcphub-nvim'],
    becomes: '`disabled: true`, unless it is `false`',
    effect: 'mapped',
    example: 'true',
    read: read.whenOff,
    isOwn: (value) => typeof value === 'boolean',
  },
  {
    names: [
      ...[
        'disabledTools',
        'disabled_tools',
        'excludeTools',
        'exclude_tools',
        'blockedTools',
        'blocked_tools',
      ],
      ...['deniedTools', 'disallowedTools'],
    ],
    clients: [
      'roo',
      'kiro',
      'windsurf',
      'antigravity',
      'gemini',
      'codex',
      'crush',
      'mcporter',
      'cherry-studio',
    ],
    becomes: '`tools.deny`',
    effect: 'mapped',
    example: ['delete_all'],
    read: read.denies,
  },
  {
    names: [
      ...['includeTools', 'include_tools', 'enabledTools', 'enabled_tools', 'allowedTools', 'allowed_tools'],
    ],
    clients: ['gemini', 'codex', 'crush', 'mcporter'],
    becomes: '`tools.allow`; an empty list allows none',
    effect: 'mapped',
    example: ['read'],
    read: read.allows,
  },
  {
    names: ['available_tools'],
    clients: ['goose'],
    becomes: '`tools.allow`; an empty list means all, as in Goose',
    effect: 'mapped',
    example: ['read'],
    read: read.allowsUnlessEmpty,
  },
  {
    names: ['tools'],
    clients: ['copilot-cli', 'mcphub', 'codex', 'fastmcp'],
    becomes:
      'A list becomes `tools.allow` (`*` means all). By tool: `enabled: false` becomes `tools.deny`, `name` and `description` become `overrides`, `approval_mode: prompt` becomes `policies.requireApproval`',
    effect: 'mapped',
    example: { delete_all: { enabled: false } },
    read: read.readTools,
    isOwn: (value) =>
      isJsonObject(value) && Object.keys(value).every((name) => ['allow', 'deny', 'shape'].includes(name)),
  },
  {
    names: [
      ...['prompts', 'resources', 'disabled_prompts', 'disabledPrompts', 'disabled_resources'],
      ...['disabledResources', 'disabled_resourceTemplates'],
    ],
    clients: ['mcphub', 'mcphub-nvim'],
    becomes: 'The server is disabled if any is hidden: the gateway hides tools only',
    effect: 'disables',
    example: ['x'],
    read: read.hides,
  },
  {
    names: ['default_tools_approval_mode'],
    clients: ['codex'],
    becomes: '`prompt` becomes `policies.requireApproval` for all tools of the server',
    effect: 'mapped',
    example: 'prompt',
    read: read.asksBefore,
  },
  {
    names: ['include_tags', 'exclude_tags', 'includeTags', 'excludeTags'],
    clients: ['fastmcp'],
    becomes: 'The server is disabled: the gateway does not choose tools by tag',
    effect: 'disables',
    example: ['x'],
    read: read.noted('disables', 'chooses tools by tag, which the gateway does not: the server is disabled'),
  },
  {
    names: ['sandboxEnabled', 'sandbox'],
    clients: ['vscode'],
    becomes: 'The server is disabled: an app cannot confine its commands, the operator can (`run`)',
    effect: 'disables',
    example: true,
    read: read.confines,
  },
  {
    names: ['run', 'policies', 'integrity'],
    clients: [],
    becomes: 'Members of `mcp.json` that an app cannot have: the server is disabled',
    effect: 'disables',
    example: {},
    read: read.noted('disables', "is for the operator's file only: the server is disabled"),
  },
  {
    names: ['autoApprove', 'alwaysAllow', 'auto_approve', 'disabledAutoApproveTools', 'trust'],
    clients: ['cline', 'roo', 'kiro', 'amazon-q', 'mcphub-nvim', 'gemini', 'cherry-studio'],
    becomes:
      'A warning: the client in front of the gateway asks its person by itself; `policies.requireApproval` makes the gateway ask',
    effect: 'warning',
    example: ['read'],
    read: read.trusts,
  },
];
