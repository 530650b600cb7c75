import type { ReactNode } from 'react';
import type { UsageDay } from './usage-days.ts';
import styles from './usage.module.css';

const height = 120;
const step = 10;

/** Calls by day, those that failed at the foot of each. */
export function UsageCurve({ days }: { readonly days: readonly UsageDay[] }): ReactNode {
  const most = Math.max(1, ...days.map(({ calls }) => calls));
  const calls = days.reduce((sum, day) => sum + day.calls, 0);
  const errors = days.reduce((sum, day) => sum + day.errors, 0);
  const tall = (count: number) => (count / most) * height;
  return (
    <figure className={styles.figure}>
      <svg
        role="img"
        aria-label={`Calls by day: ${String(calls)} in ${String(days.length)} days, ${String(errors)} failed, at most ${String(most)} a day`}
        className={styles.curve}
        viewBox={`0 0 ${String(days.length * step)} ${String(height)}`}
        preserveAspectRatio="none"
      >
        {days.map(({ day, calls: all, errors: failed }, index) => (
          <g key={day}>
            <title>{`${day}: ${String(all)} calls, ${String(failed)} failed`}</title>
            <rect className={styles.calls} {...barOf(index, tall(all))} />
            <rect className={styles.errors} {...barOf(index, tall(failed))} />
          </g>
        ))}
      </svg>
      <figcaption className={styles.ends}>
        <span>{days.at(0)?.day}</span>
        <span>{days.at(-1)?.day}</span>
      </figcaption>
    </figure>
  );
}

function barOf(index: number, tall: number): Readonly<Record<'x' | 'y' | 'width' | 'height', number>> {
  return { x: index * step + 1, y: height - tall, width: step - 2, height: tall };
}
