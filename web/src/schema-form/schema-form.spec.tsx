// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JsonSchema } from './json-schema.ts';
import { SchemaForm } from './schema-form.tsx';

afterEach(cleanup);

function shown(schema: JsonSchema, busy = false) {
  const onSubmit = vi.fn<(text: string) => void>();
  render(<SchemaForm label="Run" schema={schema} submit="Run" busy={busy} onSubmit={onSubmit} />);
  return {
    user: userEvent.setup(),
    sent: () => onSubmit.mock.calls.map(([text]) => JSON.parse(text) as unknown),
    onSubmit,
  };
}

const object = (properties: object, required: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required,
});

describe('A form made from a schema', () => {
  it('names fields by title, else by name, describes them, and says which are needed', () => {
    shown(
      object({ city: { type: 'string', title: 'City', description: 'Where' }, unit: { type: 'string' } }, [
        'city',
      ]),
    );
    const city = screen.getByRole('textbox', { name: /city/i });
    expect(city.getAttribute('aria-required')).toBe('true');
    expect(document.getElementById(String(city.getAttribute('aria-describedby')))?.textContent).toBe('Where');
    expect(screen.getByRole('textbox', { name: 'unit' }).getAttribute('aria-required')).toBeNull();
  });

  it('sends what is filled in, typed as the schema says, and nothing of what is left empty', async () => {
    const { user, sent } = shown(
      object({
        name: { type: 'string' },
        count: { type: 'integer' },
        ratio: { type: 'number' },
        loud: { type: 'boolean' },
        quiet: { type: 'boolean' },
        colour: { enum: ['red', 'green', 3] },
        left: { type: 'string' },
      }),
    );
    await user.type(screen.getByRole('textbox', { name: 'name' }), 'Ann');
    await user.type(screen.getByRole('textbox', { name: 'count' }), '3');
    await user.type(screen.getByRole('textbox', { name: 'ratio' }), '-0.5');
    await user.click(screen.getByRole('checkbox', { name: 'loud' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'colour' }), '3');
    await user.click(screen.getByRole('button', { name: 'Run' }));
    expect(sent()).toEqual([{ name: 'Ann', count: 3, ratio: -0.5, loud: true, colour: 3 }]);
  });

  it('is filled with defaults', async () => {
    const { user, sent } = shown(
      object({
        n: { type: 'number', default: 2 },
        on: { type: 'boolean', default: true },
        which: { enum: ['a', 'b'], default: 'b' },
        list: { type: 'array', items: { type: 'string' }, default: ['x'] },
      }),
    );
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'n' }).value).toBe('2');
    await user.click(screen.getByRole('button', { name: 'Run' }));
    expect(sent()).toEqual([{ n: 2, on: true, which: 'b', list: ['x'] }]);
  });

  it('hides passwords', () => {
    shown(object({ secret: { type: 'string', format: 'password' } }));
    expect(screen.getByLabelText('secret').getAttribute('type')).toBe('password');
  });

  it('tells what is wrong beside the field, goes to the first one, and sends nothing', async () => {
    const { user, onSubmit } = shown(
      object({ city: { type: 'string' }, days: { type: 'integer', minimum: 1 } }, ['city']),
    );
    await user.type(screen.getByRole('textbox', { name: 'days' }), '0');
    await user.click(screen.getByRole('button', { name: 'Run' }));
    expect(onSubmit).not.toHaveBeenCalled();
    const city = screen.getByRole('textbox', { name: /city/ });
    expect(city.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(city);
    expect(document.getElementById(String(city.getAttribute('aria-describedby')))?.textContent).toBe(
      'This is needed.',
    );
    expect(screen.getByText('It must be at least 1.')).toBeTruthy();
  });

  it('adds and removes items of a list, in a group of its name', async () => {
    const { user, sent } = shown(object({ tags: { type: 'array', items: { type: 'string' } } }));
    const group = within(screen.getByRole('group', { name: 'tags' }));
    for (const text of ['one', 'two', 'three']) {
      await user.click(group.getByRole('button', { name: 'Add' }));
      await user.type(group.getAllByRole('textbox').at(-1) as HTMLElement, text);
    }
    await user.click(group.getAllByRole('button', { name: 'Remove' })[1] as HTMLElement);
    await user.click(screen.getByRole('button', { name: 'Run' }));
    expect(sent()).toEqual([{ tags: ['one', 'three'] }]);
  });

  it('has a group for an object, and leaves it out when nothing stands in it', async () => {
    const { user, sent } = shown(
      object({ where: object({ city: { type: 'string' }, zip: { type: 'string' } }, ['city']) }),
    );
    await user.click(screen.getByRole('button', { name: 'Run' }));
    await user.type(
      within(screen.getByRole('group', { name: 'where' })).getByRole('textbox', { name: 'zip' }),
      '1',
    );
    await user.click(screen.getByRole('button', { name: 'Run' }));
    expect(sent()).toEqual([{}]);
    expect(screen.getByText('This is needed.')).toBeTruthy();
  });

  it('keeps members apart from the items of lists, whatever they are called', async () => {
    const { user, sent } = shown(
      object({ page: object({ items: { type: 'string' }, next: { type: 'string' } }) }),
    );
    await user.type(screen.getByRole('textbox', { name: 'items' }), 'a');
    await user.type(screen.getByRole('textbox', { name: 'next' }), 'b');
    await user.click(screen.getByRole('button', { name: 'Run' }));
    expect(sent()).toEqual([{ page: { items: 'a', next: 'b' } }]);
  });

  it('shows again what stood there when somebody comes back', async () => {
    const form = (
      <SchemaForm
        label="Run"
        keepAs="run a b"
        schema={object({ city: { type: 'string' } })}
        submit="Run"
        busy={false}
        onSubmit={() => undefined}
      />
    );
    render(form);
    await userEvent.type(screen.getByRole('textbox', { name: 'city' }), 'Rome');
    cleanup();
    render(form);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'city' }).value).toBe('Rome');
  });

  it('takes everything as JSON, with all digits of a number', async () => {
    const { user, onSubmit } = shown(object({ id: { type: 'integer' } }));
    await user.click(screen.getByRole('button', { name: 'JSON' }));
    const text = screen.getByRole('textbox', { name: 'Arguments' });
    await user.clear(text);
    await user.type(text, '{{"id": 12345678901234567890}');
    await user.click(screen.getByRole('button', { name: 'Run' }));
    expect(onSubmit.mock.calls).toEqual([['{"id": 12345678901234567890}']]);
  });

  it('refuses what is no JSON object, beside the text', async () => {
    const { user, onSubmit } = shown({ type: 'string' });
    const text = screen.getByRole('textbox', { name: 'Arguments' });
    for (const wrong of ['[[1]', '{{', '1']) {
      await user.clear(text);
      await user.type(text, wrong);
      await user.click(screen.getByRole('button', { name: 'Run' }));
      expect(text.getAttribute('aria-invalid')).toBe('true');
    }
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('does nothing while it is busy', async () => {
    const { user, onSubmit } = shown(object({}), true);
    await user.click(screen.getByRole('button', { name: 'Run' }));
    expect(onSubmit).not.toHaveBeenCalled();
  });
});
