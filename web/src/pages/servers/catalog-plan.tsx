import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState, type ReactNode } from 'react';
import { dataOf } from '../../api/all-pages.ts';
import { ApiProblem, hasStatus } from '../../api/api-problem.ts';
import { api } from '../../api/client.ts';
import type { CatalogPlan } from '../../api/models.ts';
import { basePath } from '../../api/place.ts';
import { curl, gantry } from '../../api/shell.ts';
import { useNews } from '../../frame/news.tsx';
import { Page } from '../../frame/page.tsx';
import { Unsaved } from '../../frame/unsaved.tsx';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { Bones, Card, Row, Stack } from '../../parts/layout.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import { answersOf, faultsByInput, firstAnswers, missingAnswers } from './catalog-answers.ts';
import { CatalogInputField } from './catalog-input.tsx';
import { PlanFacts } from './plan-facts.tsx';

/** What adding a server of the catalogue would do, and a form that does it. */
export function CatalogPlanPage({ name }: { readonly name: string }): ReactNode {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['catalog-plan', name],
    queryFn: async () =>
      dataOf(await api.POST('/api/catalog/{name}/plan', { params: { path: { name } }, body: {} })),
    retry: false,
    // What somebody is looking at does not change under their eyes.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const path = `/api/catalog/${encodeURIComponent(name)}/plan`;
  return (
    <Page
      title="Add server"
      lead={
        <>
          Look at what would run, then add it. <Link to="/servers/new">Choose another</Link>
        </>
      }
      busy={isFetching}
      command={{ gantry: gantry('add', name), curl: curl(path, { body: {} }) }}
    >
      <TroubleAlert error={error} />
      {data === undefined && error === null && <Bones />}
      {data !== undefined && <PlanForm key={data.plan} plan={data} again={() => void refetch()} />}
    </Page>
  );
}

function PlanForm({ plan, again }: { readonly plan: CatalogPlan; readonly again: () => void }): ReactNode {
  const { inputs, server } = plan;
  const [as, setAs] = useState(plan.as);
  const [draft, setDraft] = useState(() => firstAnswers(inputs));
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [isChanged, setChanged] = useState(false);
  const [isAdded, setAdded] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const client = useQueryClient();
  const navigate = useNavigate();
  const tell = useNews();
  /** Shows what is wrong and goes to the first of it. */
  const showFaults = (found: Readonly<Record<string, string>>): boolean => {
    setFaults(found);
    const isFine = Object.keys(found).length === 0;
    if (!isFine)
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    return isFine;
  };
  const add = useAction(async () => {
    if (!showFaults(missingAnswers(inputs, draft))) return;
    try {
      const body = { plan: plan.plan, as, inputs: answersOf(inputs, draft) };
      await api.POST('/api/catalog/{name}/add', { params: { path: { name: server.name } }, body });
    } catch (error) {
      if (error instanceof ApiProblem) showFaults(faultsByInput(error.errors));
      throw error;
    }
    setAdded(true);
    await client.invalidateQueries({ queryKey: ['get', '/api/servers'] });
    tell(`${as} is added.`);
    await navigate({ to: '/servers/$handle/tools', params: { handle: as }, ignoreBlocker: true });
  });
  const isOutdated = add.error instanceof ApiProblem && add.error.code === 'plan-changed';
  return (
    <Stack>
      <Unsaved when={isChanged && !isAdded} />
      <PlanFacts plan={plan} />
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void add.run();
        }}
      >
        <Card narrow>
          <TextField
            label="Name"
            hint="How it is called in addresses and commands."
            autoComplete="off"
            spellCheck={false}
            maxLength={63}
            required
            value={as}
            onChange={({ target: { value } }) => {
              setChanged(true);
              setAs(value);
            }}
          />
          {inputs.map((input) => (
            <CatalogInputField
              key={input.name}
              input={input}
              value={draft[input.name] ?? ''}
              fault={faults[input.name]}
              onChange={(value) => {
                setChanged(true);
                setDraft((before) => ({ ...before, [input.name]: value }));
              }}
            />
          ))}
          <Row>
            <Button kind="main" type="submit" busy={add.busy}>
              Add
            </Button>
          </Row>
          <TroubleAlert error={add.error}>
            {isOutdated && <Button onClick={again}>Plan again</Button>}
            {hasStatus(add.error, 403) && (
              <p>
                <a href={`${basePath}/logout`}>Sign out</a>, sign in again and add it within ten minutes.
              </p>
            )}
          </TroubleAlert>
        </Card>
      </form>
    </Stack>
  );
}
