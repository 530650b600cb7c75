export const verifyKinds = ['hmac-sha256', 'github', 'slack', 'stripe'] as const;
export type VerifyKind = (typeof verifyKinds)[number];

/** How a sender proves that a delivery is its own. */
export interface HookVerification {
  readonly kind: VerifyKind;
  /** Name of a secret of the app. */
  readonly secret: string;
}

/** An address at which a workflow begins; who knows it may, unless deliveries have to be signed. */
export interface WorkflowHook {
  readonly id: string;
  readonly appId: string;
  readonly workflow: string;
  /** Of the secret in its address, which is kept nowhere. */
  readonly digest: string;
  readonly verify: HookVerification | null;
  /** User who made it. */
  readonly createdBy: string;
  readonly createdAt: number;
}
