import { useRef, useState, type RefObject } from 'react';

interface ShownFaults<Faults> {
  /** The form that has them. */
  readonly form: RefObject<HTMLFormElement | null>;
  readonly faults: Faults;
  /** Shows what is wrong and goes to the first of it; whether nothing is. */
  readonly show: (found: Faults) => boolean;
}

/** What is wrong with a form, by its fields. */
export function useFaults<Faults extends object>(nothing: Faults): ShownFaults<Faults> {
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState(nothing);
  const show = (found: Faults): boolean => {
    setFaults(found);
    const isFine = Object.keys(found).length === 0;
    // The first that lacks is next in the form once its fault is drawn.
    if (!isFine)
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    return isFine;
  };
  return { form, faults, show };
}
