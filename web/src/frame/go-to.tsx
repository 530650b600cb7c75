import { useQuery } from '@tanstack/react-query';
import { useRouter, type RouterHistory } from '@tanstack/react-router';
import { Dialog } from 'radix-ui';
import {
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { dataOf } from '../api/all-pages.ts';
import { api } from '../api/client.ts';
import type { Hit } from '../api/models.ts';
import { basePath } from '../api/place.ts';
import dialog from '../parts/dialog.module.css';
import { useOpener } from '../parts/use-opener.ts';
import styles from './go-to.module.css';
import { useMe } from './me-context.ts';
import { places } from './places.ts';

const kinds: Readonly<Record<Hit['kind'], string>> = {
  page: 'Page',
  server: 'Server',
  tool: 'Tool',
  app: 'App',
  workflow: 'Workflow',
};

/** Goes to any page, server, tool, app or workflow by a few letters of its name. */
export function GoTo({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { history } = useRouter() as { readonly history: RouterHistory };
  const { remember, giveBack } = useOpener();
  const [typed, setTyped] = useState('');
  /** What arrows and the pointer chose; else it is the first. */
  const [chosen, setChosen] = useState('');
  const hasGone = useRef(false);
  const id = useId();
  const { hits, isSettled } = useHits(typed.trim());
  const at = Math.max(
    0,
    hits.findIndex(({ href }) => href === chosen),
  );
  const go = (href: string): void => {
    hasGone.current = true;
    onClose();
    history.push(basePath + href);
  };
  const first = hits[at];
  // Who types quickly presses Enter before the gateway has answered: what it finds is meant, not what it found before.
  const isMeant = first !== undefined && (isSettled || first.kind === 'page' || first.href === chosen);
  const entered = useRef(false);
  useEffect(() => {
    if (!entered.current || !isMeant) return;
    entered.current = false;
    go(first.href);
  });
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && hits.length > 0) setChosen(hits.at((at + step) % hits.length)?.href ?? '');
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      if (isMeant) go(first.href);
      else entered.current = !isSettled;
    } else return;
    event.preventDefault();
  };
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className={dialog.veil} />
        <Dialog.Content
          className={styles.window}
          aria-describedby={undefined}
          onOpenAutoFocus={remember}
          onCloseAutoFocus={(event) => {
            // The page that comes takes the focus.
            if (hasGone.current) event.preventDefault();
            else giveBack(event);
          }}
        >
          <Dialog.Title className="hidden">Go to</Dialog.Title>
          <input
            type="text"
            role="combobox"
            aria-label="Go to"
            aria-expanded={hits.length > 0}
            aria-controls={`${id}list`}
            aria-autocomplete="list"
            aria-activedescendant={hits.length > 0 ? `${id}${String(at)}` : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder="Page, server, tool or app"
            className={styles.input}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setChosen('');
              entered.current = false;
            }}
            onKeyDown={press}
          />
          <div role="listbox" id={`${id}list`} aria-label="Places" className={styles.list}>
            {hits.map((hit, index) => (
              <Place
                key={hit.href}
                id={`${id}${String(index)}`}
                hit={hit}
                isChosen={index === at}
                onPoint={() => setChosen(hit.href)}
                onGo={() => go(hit.href)}
              />
            ))}
          </div>
          {hits.length === 0 && isSettled && <p className={styles.none}>Nothing is called like that.</p>}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Place({
  id,
  hit: { kind, name, title, detail },
  isChosen,
  onPoint,
  onGo,
}: {
  readonly id: string;
  readonly hit: Hit;
  readonly isChosen: boolean;
  readonly onPoint: () => void;
  readonly onGo: () => void;
}): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <div
      ref={place}
      id={id}
      role="option"
      aria-selected={isChosen}
      className={styles.item}
      onPointerMove={onPoint}
      onClick={onGo}
    >
      <span className={styles.name}>{title ?? name}</span>
      <span className={styles.kind}>{detail ?? kinds[kind]}</span>
    </div>
  );
}

/** Pages of the navigation are known here; the rest is asked for. */
function useHits(typed: string): { readonly hits: readonly Hit[]; readonly isSettled: boolean } {
  const me = useMe();
  const wanted = useDeferredValue(typed);
  const { data = [], isFetching } = useQuery({
    queryKey: ['get', '/api/search', wanted],
    queryFn: async () =>
      dataOf(await api.GET('/api/search', { params: { query: { q: wanted, limit: 20 } } })).hits,
    enabled: wanted !== '',
    placeholderData: (before) => before,
    staleTime: 10_000,
    retry: false,
  });
  const pages = places
    .filter(({ name, isFor }) => isFor(me) && name.toLowerCase().includes(typed.toLowerCase()))
    .map(({ name, to }): Hit => ({ kind: 'page', name, href: `/console${to}` }));
  const own = new Set(pages.map(({ href }) => href));
  const found = wanted === '' ? [] : data.filter(({ href }) => !own.has(href));
  return { hits: [...pages, ...found], isSettled: !isFetching && wanted === typed };
}
