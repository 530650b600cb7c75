import { AlertDialog, Dialog as RadixDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { useOpener } from './use-opener.ts';

/** A window above the page. It takes the focus, and gives it back. */
export function Dialog({
  title,
  open,
  onOpenChange,
  wide = false,
  asks = false,
  children,
}: {
  readonly title: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly wide?: boolean;
  /** Before something is destroyed, where more than a yes is needed for it; else `Confirm` asks. */
  readonly asks?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const { remember, giveBack } = useOpener();
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={styles.veil} />
        <RadixDialog.Content
          className={`${String(styles.window)} ${wide ? String(styles.wide) : ''}`}
          role={asks ? 'alertdialog' : 'dialog'}
          aria-describedby={undefined}
          onOpenAutoFocus={remember}
          onCloseAutoFocus={giveBack}
        >
          <RadixDialog.Title className={styles.title}>{title}</RadixDialog.Title>
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** Asks before something is destroyed. The button that does it is called as the one that was pressed. */
export function Confirm({
  action,
  title,
  children,
  onConfirm,
  busy = false,
  small = false,
}: {
  /** The name of both buttons. */
  readonly action: string;
  readonly title: string;
  /** What is lost. */
  readonly children: ReactNode;
  readonly onConfirm: () => void;
  readonly busy?: boolean;
  readonly small?: boolean;
}): ReactNode {
  return (
    <AlertDialog.Root>
      <AlertDialog.Trigger asChild>
        <Button kind="danger" small={small} busy={busy}>
          {action}
        </Button>
      </AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={styles.veil} />
        <AlertDialog.Content className={styles.window}>
          <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
          <AlertDialog.Description className={styles.text}>{children}</AlertDialog.Description>
          <div className={styles.actions}>
            <AlertDialog.Cancel asChild>
              <Button>Keep it</Button>
            </AlertDialog.Cancel>
            <AlertDialog.Action asChild>
              <Button kind="danger" onClick={onConfirm}>
                {action}
              </Button>
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

export function DialogActions({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.actions}>{children}</div>;
}
