import type { ClientMember } from './client-member.js';
import { credentialMembers } from './credential-members.js';
import { otherMembers } from './other-members.js';
import { reachMembers } from './reach-members.js';
import { ruleMembers } from './rule-members.js';

/** Every member that is known of files of clients, in the order in which an entry is read. */
export const clientMembers: readonly ClientMember[] = [
  ...reachMembers,
  ...ruleMembers,
  ...credentialMembers,
  ...otherMembers,
];
