import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { dataOf } from '../../api/all-pages.ts';
import { ApiProblem } from '../../api/api-problem.ts';
import { api } from '../../api/client.ts';
import type { CatalogPlan } from '../../api/models.ts';
import { curl, gantry } from '../../api/shell.ts';
import { Page } from '../../frame/page.tsx';
import { Button } from '../../parts/button.tsx';
import { Bones, Stack } from '../../parts/layout.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useFaults } from '../../parts/use-faults.ts';
import { answersOf, faultOfName, faultsByInput, firstAnswers, missingAnswers } from './catalog-answers.ts';
import { CatalogInputField } from './catalog-input.tsx';
import { PlanFacts } from './plan-facts.tsx';
import { ServerForm, ServerNameField, useAddedServer } from './server-form.tsx';

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

interface PlanFaults {
  readonly name?: string;
  readonly inputs?: Readonly<Record<string, string>>;
}

function faultsOf(inputs: Readonly<Record<string, string>>, name?: string): PlanFaults {
  return {
    ...(name === undefined ? {} : { name }),
    ...(Object.keys(inputs).length === 0 ? {} : { inputs }),
  };
}

function PlanForm({ plan, again }: { readonly plan: CatalogPlan; readonly again: () => void }): ReactNode {
  const { inputs, server } = plan;
  const [as, setAs] = useState(plan.as);
  const [draft, setDraft] = useState(() => firstAnswers(inputs));
  const { form, faults, show } = useFaults<PlanFaults>({});
  const [isChanged, setChanged] = useState(false);
  const [isAdded, setAdded] = useState(false);
  const goTo = useAddedServer();
  const add = useAction(async () => {
    if (!show(faultsOf(missingAnswers(inputs, draft)))) return;
    try {
      const body = { plan: plan.plan, as, inputs: answersOf(inputs, draft) };
      await api.POST('/api/catalog/{name}/add', { params: { path: { name: server.name } }, body });
    } catch (error) {
      if (error instanceof ApiProblem) show(faultsOf(faultsByInput(error.errors), faultOfName(error.errors)));
      throw error;
    }
    setAdded(true);
    await goTo(as, `${as} is added.`);
  });
  const isOutdated = add.error instanceof ApiProblem && add.error.code === 'plan-changed';
  return (
    <Stack>
      <PlanFacts plan={plan} />
      <ServerForm
        form={form}
        isChanged={isChanged && !isAdded}
        submit={add}
        verb="add it"
        buttons={
          <Button kind="main" type="submit" busy={add.busy}>
            Add
          </Button>
        }
        remedy={isOutdated && <Button onClick={again}>Plan again</Button>}
      >
        <ServerNameField
          fault={faults.name}
          value={as}
          onChange={(value) => {
            setChanged(true);
            setAs(value);
          }}
        />
        {inputs.map((input) => (
          <CatalogInputField
            key={input.name}
            input={input}
            value={draft[input.name] ?? ''}
            fault={faults.inputs?.[input.name]}
            onChange={(value) => {
              setChanged(true);
              setDraft((before) => ({ ...before, [input.name]: value }));
            }}
          />
        ))}
      </ServerForm>
    </Stack>
  );
}
