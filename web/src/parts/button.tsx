import { Link, type LinkProps } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';

type Kind = 'main' | 'plain' | 'quiet' | 'danger';

interface ButtonProps extends ComponentProps<'button'> {
  readonly kind?: Kind;
  /** What it does is under way: it can be seen, keeps the focus, and does nothing. */
  readonly busy?: boolean;
  /** Beside other things: in a row of a table, at a line of code. */
  readonly small?: boolean;
}

export function Button({
  kind = 'plain',
  busy = false,
  small = false,
  onClick,
  className,
  type = 'button',
  ...rest
}: ButtonProps): ReactNode {
  return (
    <button
      {...rest}
      type={busy && type === 'submit' ? 'button' : type}
      className={[styles.button, styles[kind], small && styles.small, className].filter(Boolean).join(' ')}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
    />
  );
}

/** A link that is the next thing to do. */
export function ButtonLink({
  kind = 'plain',
  children,
  ...rest
}: LinkProps & { readonly kind?: Kind; readonly children: ReactNode }): ReactNode {
  return (
    <Link {...rest} className={`${String(styles.button)} ${String(styles[kind])}`}>
      {children}
    </Link>
  );
}
