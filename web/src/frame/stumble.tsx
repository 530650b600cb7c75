import type { ReactNode } from 'react';
import { Button } from '../parts/button.tsx';
import { Row } from '../parts/layout.tsx';
import { TroubleAlert } from '../parts/trouble-alert.tsx';
import { Page } from './page.tsx';

/** A page that could not be drawn. After an update of the gateway its files may be others: loading it again helps. */
export function Stumble({ error }: { readonly error: unknown }): ReactNode {
  return (
    <Page title="This page cannot be shown">
      <TroubleAlert error={error} />
      <Row>
        <Button kind="main" onClick={() => window.location.reload()}>
          Load it again
        </Button>
      </Row>
    </Page>
  );
}
