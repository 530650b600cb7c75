import { z } from 'zod';
import type { JsonObject } from '../../../../kernel/json/json.js';
import { Problem } from '../../../../kernel/problems/problem.js';
import type { HookPhase } from '../call-hook.js';

const reason = z.string().max(2000).optional();
const JsonObjectSchema = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

const anywhere = [
  z.object({ decision: z.literal('pass'), reason }),
  z.object({ decision: z.literal('deny'), reason }),
] as const;

/** What a hook may answer, by what it was asked about; members that nobody knows are passed over. */
const forms = {
  request: z.discriminatedUnion('decision', [
    ...anywhere,
    z.object({ decision: z.literal('ask'), reason }),
    z.object({ decision: z.literal('change'), arguments: JsonObjectSchema, reason }),
  ]),
  response: z.discriminatedUnion('decision', [
    ...anywhere,
    z.object({ decision: z.literal('change'), result: JsonObjectSchema, reason }),
  ]),
} as const;

/** What a hook has decided. */
export type HookAnswer =
  | { readonly decision: 'pass' | 'ask' }
  | { readonly decision: 'deny'; readonly reason: string | undefined }
  | { readonly decision: 'change'; readonly value: JsonObject };

/** There is no decision, for this reason. Nothing of it is told to callers. */
export class HookFailure extends Error {
  override readonly name = 'HookFailure';
}

/** The decision in an answer. `isFixed`: what it was asked about cannot be changed. Throws a `HookFailure` for anything but one valid decision. */
export function decisionIn(answer: unknown, phase: HookPhase, isFixed: boolean): HookAnswer {
  const parsed = forms[phase].safeParse(answer);
  if (!parsed.success) throw new HookFailure('answered with no valid decision');
  const { data } = parsed;
  if (data.decision === 'deny') return { decision: 'deny', reason: data.reason };
  if (data.decision !== 'change') return { decision: data.decision };
  if ('result' in data) return { decision: 'change', value: data.result };
  if (isFixed) throw new HookFailure('wants to change what cannot be changed');
  return { decision: 'change', value: data.arguments };
}

export function denied(reason: string | undefined): Problem {
  return new Problem(
    'tool-denied',
    reason === undefined || reason === '' ? 'A hook refuses this.' : `A hook refuses this: ${reason}`,
  );
}

export function notOfAuthor(): Problem {
  return new Problem(
    'tool-denied',
    'A hook changes the arguments of a tool that the user who saved the config cannot call. Someone who can must save it.',
  );
}

export function undecided(): Problem {
  return new Problem('tool-denied', 'A hook that decides about this did not decide.');
}
