import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { useSessionState } from '../api/session-state.ts';
import styles from './news.module.css';

interface Board {
  readonly tell: (text: string) => void;
  readonly hold: (id: string, text: string | undefined) => void;
}

const BoardContext = createContext<Board>({ tell: () => undefined, hold: () => undefined });

/** Tells something that has happened: saved, copied. */
export function useNews(): (text: string) => void {
  return useContext(BoardContext).tell;
}

/** Tells how something stands for as long as it does. The page shows it in its own place, too. */
export function useStanding(text: string | undefined): void {
  const { hold } = useContext(BoardContext);
  const id = useId();
  useEffect(() => {
    hold(id, text);
    return () => hold(id, undefined);
  }, [hold, id, text]);
}

const shownMs = 6000;

/** The one status of the page: what has just happened, how things stand, and that the gateway does not answer. */
export function NewsBoard({ children }: { readonly children: ReactNode }): ReactNode {
  const { away } = useSessionState();
  const [news, setNews] = useState('');
  const [standing, setStanding] = useState<ReadonlyMap<string, string>>(new Map());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tell = useCallback((text: string) => {
    clearTimeout(timer.current);
    setNews(text);
    timer.current = setTimeout(() => setNews(''), shownMs);
  }, []);
  const hold = useCallback((id: string, text: string | undefined) => {
    setStanding((before) => {
      if (before.get(id) === text) return before;
      const after = new Map(before);
      if (text === undefined) after.delete(id);
      else after.set(id, text);
      return after;
    });
  }, []);
  const board = useMemo(() => ({ tell, hold }), [tell, hold]);
  const shown = [away ? 'Reconnecting …' : '', news].filter(Boolean);
  return (
    <BoardContext value={board}>
      {children}
      <div role="status" className={shown.length > 0 ? styles.board : 'hidden'}>
        {shown.map((text) => (
          <p key={text}>{text}</p>
        ))}
        <p className="hidden">{[...standing.values()].join(' ')}</p>
      </div>
    </BoardContext>
  );
}
