import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog, DialogActions } from '../parts/dialog.tsx';

/** Asks before the page is left while its text is not saved. */
export function Unsaved({ when }: { readonly when: boolean }): ReactNode {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: () => when,
    withResolver: true,
  });
  return (
    <Dialog title="Leave without saving?" open={status === 'blocked'} onOpenChange={() => reset?.()}>
      <p>What you have written here is not saved.</p>
      <DialogActions>
        <Button onClick={() => proceed?.()}>Leave</Button>
        <Button kind="main" onClick={() => reset?.()}>
          Stay
        </Button>
      </DialogActions>
    </Dialog>
  );
}
