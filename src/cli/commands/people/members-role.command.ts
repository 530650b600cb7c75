import { getMember } from '../../people/member.js';
import { roleNamed } from '../../people/role.js';
import type { CommandSession } from '../../session.js';

/** Gives somebody another role. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const gateway = session.gateway();
  const role = roleNamed(invocation.arg(1));
  const { id } = await getMember(gateway, invocation.arg(0));
  const member = await gateway.patch('/api/cli/members/{user}', { path: { user: id }, body: { role } });
  terminal.result(member, () => {
    terminal.done(`${member.email} is ${role === 'member' ? 'a' : 'an'} ${role} now.`);
  });
}
