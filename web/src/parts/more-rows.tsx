import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from './button.tsx';

/** Asks for more of a list when its end comes into sight, and at a press. `count`: of what is there. */
export function MoreRows({
  load,
  count,
  label = 'More',
}: {
  readonly load: () => void;
  readonly count: number;
  readonly label?: string;
}): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current === null) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) load();
      },
      { rootMargin: '600px' },
    );
    watcher.observe(place.current);
    return () => watcher.disconnect();
    // Once more after each page: it may still be in sight.
  }, [load, count]);
  return (
    <div ref={place}>
      <Button kind="quiet" onClick={load}>
        {label}
      </Button>
    </div>
  );
}
