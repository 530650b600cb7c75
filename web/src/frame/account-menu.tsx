import { Check, CircleUser } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { api } from '../api/client.ts';
import { chooseAccount } from '../api/chosen-account.ts';
import { basePath, consolePath } from '../api/place.ts';
import { useAction } from '../parts/use-action.ts';
import styles from './account-menu.module.css';
import { useMe } from './me-context.ts';

/** Who is signed in, what concerns them alone, and the way out. */
export function AccountMenu(): ReactNode {
  const me = useMe();
  const signOut = useAction(async () => {
    await api.POST('/api/cli/auth/logout');
    window.location.assign(`${basePath}/login`);
  });
  const who = me.name === '' ? me.email : me.name;
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className={styles.trigger} aria-label={`Account: ${who}`}>
        <CircleUser size={18} aria-hidden="true" />
        <span className={styles.who}>{who}</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content className={styles.menu} align="start" sideOffset={6} collisionPadding={12}>
        <DropdownMenu.Label className={styles.label}>
          <strong>{who}</strong>
          <span>{me.email}</span>
          <span>
            {me.account.role} of {me.account.name}
          </span>
          <span>Gantry {me.version}</span>
        </DropdownMenu.Label>
        <AccountChoice />
        {[
          ['Your sign-in', '/console/people/you'],
          ['Second factor', '/factor'],
          ['Programs', '/console/people/programs'],
          ['Password', '/password'],
          ['Connections', '/connections'],
          ['API reference', '/docs'],
        ].map(([name, path]) => (
          <DropdownMenu.Item key={name} asChild>
            <a className={styles.item} href={`${basePath}${String(path)}`}>
              {name}
            </a>
          </DropdownMenu.Item>
        ))}
        <DropdownMenu.Separator className={styles.line} />
        <DropdownMenu.Item className={styles.item} onSelect={() => void signOut.run()}>
          Sign out
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

/** In which of several accounts the console is; what is chosen is asked for anew, so that nothing of another is left on the page. */
function AccountChoice(): ReactNode {
  const { account, accounts } = useMe();
  if (accounts.length < 2) return undefined;
  const choose = (id: string): void => {
    if (id === account.id) return;
    chooseAccount(id);
    window.location.assign(consolePath);
  };
  return (
    <>
      <DropdownMenu.RadioGroup value={account.id} onValueChange={choose} aria-label="Account">
        {accounts.map(({ id, name, role }) => (
          <DropdownMenu.RadioItem key={id} value={id} className={styles.item}>
            <span className={styles.mark}>
              <DropdownMenu.ItemIndicator>
                <Check size={16} aria-hidden="true" />
              </DropdownMenu.ItemIndicator>
            </span>
            <span className={styles.who}>{name}</span>
            <span className={styles.role}>{role}</span>
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
      <DropdownMenu.Separator className={styles.line} />
    </>
  );
}
