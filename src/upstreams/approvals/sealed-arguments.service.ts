import { Injectable } from '@nestjs/common';
import { parseJson, printJson } from '../../kernel/json/exact-number.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { Keyring } from '../../platform/security/keyring.js';
import type { KeptApproval, OpenedApproval } from './approval.js';

const purpose = 'approval arguments';

/** The arguments of approvals as they are kept: encrypted, each good for its approval alone. */
@Injectable()
export class SealedArguments {
  constructor(private readonly keyring: Keyring) {}

  seal(id: string, args: JsonObject): string {
    return this.keyring.seal(purpose, id, printJson(args));
  }

  open({ id, sealed }: KeptApproval): JsonObject {
    return parseJson(this.keyring.open(purpose, id, sealed)) as JsonObject;
  }

  opened(approval: KeptApproval): OpenedApproval {
    return { ...approval, arguments: this.open(approval) };
  }
}
