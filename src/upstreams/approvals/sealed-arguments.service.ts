import { Injectable } from '@nestjs/common';
import { parseJson, printJson } from '../../kernel/json/exact-number.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { Keyring } from '../../platform/security/keyring.js';
import type { KeptApproval, OpenedApproval } from './approval.js';

const purpose = 'approval arguments';

/** The arguments of approvals as they are kept: encrypted, each good for its approval alone. */
@Injectable()
export class SealedArguments {
  constructor(
    private readonly keyring: Keyring,
    private readonly config: Config,
  ) {}

  /** Throws `approval-too-large`. */
  seal(id: string, args: JsonObject): string {
    const text = printJson(args);
    const { APPROVAL_MAX_BYTES } = this.config.values;
    if (Buffer.byteLength(text) > APPROVAL_MAX_BYTES)
      throw new Problem(
        'approval-too-large',
        `The arguments have more than ${String(APPROVAL_MAX_BYTES)} bytes (APPROVAL_MAX_BYTES).`,
        { members: { limit: 'APPROVAL_MAX_BYTES' } },
      );
    return this.keyring.seal(purpose, id, text);
  }

  open({ id, sealed }: KeptApproval): JsonObject {
    return parseJson(this.keyring.open(purpose, id, sealed)) as JsonObject;
  }

  /** `undefined` when it was sealed with a key that is not there any more: nobody can go on with it. */
  opened(approval: KeptApproval): OpenedApproval | undefined {
    try {
      return { ...approval, arguments: this.open(approval) };
    } catch {
      return undefined;
    }
  }
}
