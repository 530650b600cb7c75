import type { ReactNode } from 'react';

/** Two legs, a roof beam, a hanging load. */
export function Mark(): ReactNode {
  return (
    <svg
      viewBox="0 0 22 22"
      width="22"
      height="22"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <path d="M1 22V5M21 22V5M0 5h22M1 5l10-4 10 4M11 5v6M8 12h6v5H8z" />
    </svg>
  );
}
