import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { hasStatus } from '../api/api-problem.ts';
import { TroubleAlert } from '../parts/trouble-alert.tsx';
import { Empty } from '../parts/layout.tsx';
import { Page } from './page.tsx';

/** There is nothing at this address. */
export function NotFound({ what }: { readonly what?: string }): ReactNode {
  return (
    <Page title="Not found">
      <Empty title={what === undefined ? 'There is no page at this address.' : `There is no ${what}.`}>
        <p>
          It may have been removed or renamed. Go to the <Link to="/servers">servers</Link>, or search with
          Ctrl-K.
        </p>
      </Empty>
    </Page>
  );
}

/** It is there, but not for this person. */
export function NotAllowed({ what }: { readonly what: string }): ReactNode {
  return (
    <Page title="Not allowed">
      <Empty title={`${what} is not for your role.`}>
        <p>
          An owner of your account can give you another one. Go to the <Link to="/servers">servers</Link>.
        </p>
      </Empty>
    </Page>
  );
}

/** Why a page has nothing to show. */
export function Failed({
  error,
  title,
  what,
}: {
  readonly error: unknown;
  readonly title: string;
  /** `server "x"`. */
  readonly what: string;
}): ReactNode {
  if (hasStatus(error, 404)) return <NotFound what={what} />;
  if (hasStatus(error, 403)) return <NotAllowed what={title} />;
  return (
    <Page title={title}>
      <TroubleAlert error={error} />
    </Page>
  );
}
