import {
  differences,
  type PinnedMember,
  type ToolFingerprint,
  type ToolSet,
  type ToolWarning,
} from './tool-fingerprint.js';

/** The tools of a server of an app as somebody accepted them, or as they were first seen. */
export interface ToolPin {
  readonly serverId: string;
  readonly appId: string;
  readonly tools: ReadonlyMap<string, ToolFingerprint>;
  /** Grows with each acceptance. */
  readonly version: number;
  /** Milliseconds since the epoch. */
  readonly pinnedAt: number;
  /** User who accepted; `undefined` at first sight. */
  readonly acceptedBy: string | undefined;
  /** Digest of the last set whose drift was reported. */
  readonly reported: string | undefined;
}

/** One difference between what is pinned and what the server says now; `tool` is the server's name for it. */
export interface ToolChange {
  readonly tool: string;
  readonly kind: 'changed' | 'added' | 'removed';
  /** Of a changed tool. */
  readonly members: readonly PinnedMember[];
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface ToolDrift {
  readonly changes: readonly ToolChange[];
  readonly warnings: readonly ToolWarning[];
  /** Digest of the set as it is now. */
  readonly digest: string;
}

/** Compares a set with its pin. Tools that the app's policy hides do not matter to it. */
export function driftOf(pin: ToolPin, set: ToolSet, matters: (tool: string) => boolean): ToolDrift {
  const names = [...new Set([...pin.tools.keys(), ...set.tools.keys()])].filter(matters).sort();
  return {
    changes: names.flatMap((name) => changeOf(name, pin.tools.get(name), set.tools.get(name)) ?? []),
    warnings: set.warnings.filter(({ tool }) => matters(tool)),
    digest: set.digest,
  };
}

/** The pin with all digests of those tools of which it knows less but nothing else; itself when there are none. */
export function completed(pin: ToolPin, { tools: now }: ToolSet): ToolPin {
  const more = [...pin.tools].flatMap(([name, before]) => {
    const after = now.get(name);
    const isPartial = before.digests.other === undefined && after !== undefined;
    return isPartial && differences(before, after).length === 0 ? [[name, after] as const] : [];
  });
  return more.length === 0 ? pin : { ...pin, tools: new Map([...pin.tools, ...more]) };
}

function changeOf(
  tool: string,
  before: ToolFingerprint | undefined,
  after: ToolFingerprint | undefined,
): ToolChange | undefined {
  const texts = { before: before?.description, after: after?.description };
  if (before === undefined) return { tool, kind: 'added', members: [], ...texts };
  if (after === undefined) return { tool, kind: 'removed', members: [], ...texts };
  const members = differences(before, after);
  return members.length === 0 ? undefined : { tool, kind: 'changed', members, ...texts };
}
