import { z } from 'zod';
import { IdParam } from '../../platform/http/bodies/id.dto.js';
import { Instant } from '../../platform/http/bodies/instant.dto.js';
import { verifyKinds } from './hook.js';

export const HookIdParam = IdParam.describe('`hook_…`');
export const HookSecretParam = z.string().min(1).max(128).describe('The secret of the address');

const secret = z
  .string()
  .max(100)
  .regex(/^\$\{secret:[A-Z][A-Z0-9_]{0,63}\}$/, 'must be ${secret:NAME}, a secret of the app');
const Verification = z
  .strictObject({ kind: z.enum(verifyKinds), secret })
  .describe('How deliveries have to be signed; without it whoever knows the address may begin runs');

export const HookRequest = z
  .strictObject({ verify: Verification.optional() })
  .meta({ id: 'WorkflowHookRequest' });
export type HookRequest = z.infer<typeof HookRequest>;

const hook = {
  id: z.string(),
  workflow: z.string(),
  verify: z.object({ kind: z.enum(verifyKinds), secret: z.string() }).optional(),
  createdAt: Instant,
};
const HookState = z.object(hook).meta({ id: 'WorkflowHook' });

export const NewHook = z
  .object({ ...hook, url: z.string().describe('Where to send to; it is not shown again') })
  .meta({ id: 'NewWorkflowHook' });

export const HookList = z.object({ hooks: z.array(HookState) }).meta({ id: 'WorkflowHookList' });

export const DeliveryBody = z
  .looseObject({})
  .meta({ id: 'WebhookDelivery', description: 'The input of the run: JSON, or the members of a form' });

export const DeliveryAnswer = z
  .object({ runId: z.string(), status: z.string() })
  .meta({ id: 'WebhookAnswer' });

export const SlackChallenge = z.object({ challenge: z.string() }).meta({ id: 'WebhookChallenge' });
