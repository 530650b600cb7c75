import { Injectable } from '@nestjs/common';
import type { KeptApproval } from './approval.js';
import { decidersBy, type ApproverTerms } from './deciders.js';

/** What the present policies say about who decides; `undefined` when the server or the app is gone. */
export type TermsFinder = (approval: KeptApproval) => Promise<readonly ApproverTerms[] | undefined>;

/** Who decides about a call that waits, by the policies as they are now. The room that knows the policies registers here. */
@Injectable()
export class PresentApprovers {
  private find: TermsFinder = () => Promise.resolve(undefined);

  register(find: TermsFinder): void {
    this.find = find;
  }

  /** The approval with its present deciders. One that is decided keeps those of the decision. */
  async of<A extends KeptApproval>(approval: A): Promise<A> {
    const { state, terms, requiredBy } = approval;
    const found = state === 'waiting' && terms !== null ? await this.find(approval) : undefined;
    if (found === undefined || terms === null) return approval;
    return { ...approval, deciders: decidersBy([...found, terms], requiredBy) };
  }
}
