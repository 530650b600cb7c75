import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { curl, gantry } from '../../api/shell.ts';
import { Page } from '../../frame/page.tsx';
import { useAddress } from '../../frame/use-address.ts';
import { SelectField } from '../../parts/field.tsx';
import { Bones, Card, Empty, Stack } from '../../parts/layout.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { guides, type ClientGuide } from './clients.ts';
import styles from './connect.module.css';
import { FirstCall } from './first-call.tsx';
import { ClientSteps } from './client-steps.tsx';
import { useDestinations, type Destination } from './use-destinations.ts';

/** Leads a program to a server or an app, step by step, until its first call is there. */
export function ConnectPage(): ReactNode {
  const [{ client: slug = '', to = '' }, change] = useAddress();
  const { destinations, isPending, error } = useDestinations();
  const [key, setKey] = useState<{ readonly of: string; readonly key: string }>();
  const guide = guides.find((one) => one.slug === slug) ?? guides[0];
  const destination = destinations.find((one) => one.value === to) ?? destinations[0];
  const shownKey = key?.of === `${destination?.value ?? ''} ${guide?.slug ?? ''}` ? key.key : undefined;
  return (
    <Page
      title="Connect a client"
      lead="Choose your program: what to do there, with everything filled in."
      busy={isPending}
      command={{
        gantry: commandOf(guide, destination),
        curl: curl(destination?.listPath ?? '/api/servers'),
      }}
    >
      <TroubleAlert error={error} />
      {isPending && <Bones />}
      {!isPending && destination === undefined && (
        <Empty title="There is nothing to connect to yet">
          <p>A program connects to a server, or to an app with several.</p>
          <ButtonLink to="/servers" kind="main">
            Servers
          </ButtonLink>
        </Empty>
      )}
      {destination !== undefined && guide !== undefined && (
        <div className={styles.columns}>
          <nav aria-label="Clients">
            <ul className={styles.clients}>
              {guides.map((one) => (
                <li key={one.slug}>
                  <Link
                    to="/connect"
                    search={{ client: one.slug, to: destination.value }}
                    aria-current={one === guide ? 'true' : undefined}
                    className={styles.client}
                  >
                    {one.name}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <Stack>
            <div className={styles.to}>
              <SelectField
                label="To"
                value={destination.value}
                onChange={(event) => change({ to: event.target.value, client: guide.slug }, true)}
              >
                {['Apps', 'Servers'].map((group) => (
                  <optgroup key={group} label={group}>
                    {destinations
                      .filter((one) => one.group === group)
                      .map(({ value, label }) => (
                        <option key={value} value={value}>
                          {label}
                        </option>
                      ))}
                  </optgroup>
                ))}
              </SelectField>
            </div>
            <Card title={guide.name}>
              <ClientSteps
                guide={guide}
                destination={destination}
                value={shownKey}
                onKey={(made, app) => {
                  const to = destination.app === undefined ? `app:${app}` : destination.value;
                  setKey({ of: `${to} ${guide.slug}`, key: made });
                  change({ to, client: guide.slug });
                }}
              />
              <FirstCall key={`${destination.value} ${guide.slug}`} destination={destination} />
            </Card>
          </Stack>
        </div>
      )}
    </Page>
  );
}

/** It connects to apps; of a server that is in none it lists the tools, as the other does. */
function commandOf(guide: ClientGuide | undefined, destination: Destination | undefined): string {
  if (destination !== undefined && destination.app === undefined)
    return gantry('tools', '--server', destination.label);
  return gantry(
    'connect',
    guide !== undefined && (commandNames[guide.slug] ?? guide.slug),
    ...(destination?.options ?? []),
  );
}

/** Where the command calls a client otherwise, or does not know it: then it lists those that it knows. */
const commandNames: Readonly<Record<string, string | false>> = {
  'vs-code': 'vscode',
  'gemini-cli': 'gemini',
  inspector: false,
  curl: false,
  sdk: false,
};
