import type { ReactNode } from 'react';
import { curl, gantry } from '../../api/shell.ts';
import type { PageCommand } from '../../frame/command-region.tsx';
import { NotAllowed, NotFound } from '../../frame/lost.tsx';
import { useMe } from '../../frame/me-context.ts';
import { Page } from '../../frame/page.tsx';
import { usePath } from '../../frame/use-path.ts';
import { Tabs } from '../../parts/tabs.tsx';
import { AuditSection } from './audit-section.tsx';
import { GrantsSection } from './grants-section.tsx';
import { MembersSection } from './members-section.tsx';
import { OwnSection } from './own-section.tsx';
import { ProgramsSection } from './programs-section.tsx';
import { SignInSection } from './sign-in-section.tsx';

interface Section {
  readonly view: () => ReactNode;
  readonly command: PageCommand;
}

const sections: Readonly<Record<string, Section>> = {
  members: { view: MembersSection, command: { gantry: gantry('members'), curl: curl('/api/cli/members') } },
  grants: { view: GrantsSection, command: { gantry: gantry('access'), curl: curl('/api/cli/grants') } },
  'sign-in': { view: SignInSection, command: { gantry: gantry('account'), curl: curl('/api/cli/account') } },
  you: { view: OwnSection, command: { gantry: gantry('sessions'), curl: curl('/api/me/sessions') } },
  programs: { view: ProgramsSection, command: { gantry: gantry('grants'), curl: curl('/api/grants') } },
  audit: { view: AuditSection, command: { gantry: gantry('audit'), curl: curl('/api/audit') } },
};

/** Who is in the account and may use what, how they sign in, what programs they let in, and what happened. */
export function PeoplePage(): ReactNode {
  const me = useMe();
  const { section: name = 'members' } = usePath();
  const section = Object.hasOwn(sections, name) ? sections[name] : undefined;
  // Programs and browsers are a person's own, whatever their role.
  const isFor =
    { members: me.may('account'), grants: me.isAdmin, 'sign-in': me.may('account'), audit: me.isOwner }[
      name
    ] ?? true;
  if (!isFor) return <NotAllowed what="People" />;
  if (section === undefined) return <NotFound />;
  const View = section.view;
  return (
    <Page
      title="People"
      lead={`The account ${me.account.name}`}
      tabs={
        <Tabs
          label="Sections"
          tabs={[
            ...(me.may('account') ? [{ name: 'Members', to: '/people', isExact: true }] : []),
            ...(me.isAdmin ? [{ name: 'Grants', to: '/people/grants' }] : []),
            ...(me.may('account') ? [{ name: 'Sign-in', to: '/people/sign-in' }] : []),
            { name: 'Programs', to: '/people/programs' },
            { name: 'You', to: '/people/you' },
            ...(me.isOwner ? [{ name: 'Audit log', to: '/people/audit' }] : []),
          ]}
        />
      }
      command={section.command}
    >
      <View />
    </Page>
  );
}
