import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode, RefObject } from 'react';
import { hasStatus } from '../../api/api-problem.ts';
import { basePath } from '../../api/place.ts';
import { useNews } from '../../frame/news.tsx';
import { Unsaved } from '../../frame/unsaved.tsx';
import { TextField } from '../../parts/field.tsx';
import { Card, Row, Stack } from '../../parts/layout.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import type { Action } from '../../parts/use-action.ts';

/** The form by which a server is added, whatever it is known by: fields, buttons, and what went wrong. */
export function ServerForm({
  form,
  isChanged,
  submit,
  verb,
  buttons,
  troubles,
  remedy,
  children,
}: {
  readonly form: RefObject<HTMLFormElement | null>;
  /** Somebody has typed what is not added yet. */
  readonly isChanged: boolean;
  readonly submit: Action<[]>;
  /** What is to be done after signing in again. */
  readonly verb: string;
  readonly buttons: ReactNode;
  /** Of other buttons than that which submits. */
  readonly troubles?: ReactNode;
  /** Beside what went wrong with submitting. */
  readonly remedy?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <>
      <Unsaved when={isChanged} />
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit.run();
        }}
      >
        <Card narrow>
          {children}
          <Row>{buttons}</Row>
          <Stack tight>
            {troubles}
            <TroubleAlert error={submit.error}>
              {remedy}
              {hasStatus(submit.error, 403) && (
                <p>
                  <a href={`${basePath}/logout`}>Sign out</a>, sign in again and {verb} within ten minutes.
                </p>
              )}
            </TroubleAlert>
          </Stack>
        </Card>
      </form>
    </>
  );
}

/** The field for what a server is called. */
export function ServerNameField({
  value,
  fault,
  onChange,
}: {
  readonly value: string;
  readonly fault: string | undefined;
  readonly onChange: (value: string) => void;
}): ReactNode {
  return (
    <TextField
      label="Name"
      hint="How it is called in addresses and commands."
      autoComplete="off"
      spellCheck={false}
      maxLength={63}
      required
      fault={fault}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** Goes to a server that was just added, and says so. */
export function useAddedServer(): (name: string, news: string) => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  const tell = useNews();
  return async (name, news) => {
    await client.invalidateQueries({ queryKey: ['get', '/api/servers'] });
    tell(news);
    await navigate({ to: '/servers/$handle/tools', params: { handle: name }, ignoreBlocker: true });
  };
}
