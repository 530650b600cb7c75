import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNews } from '../frame/news.tsx';
import { Button } from './button.tsx';

/** Copies `text`, and says so. */
export function CopyButton({
  text,
  what = 'It',
}: {
  readonly text: string;
  readonly what?: string;
}): ReactNode {
  const tell = useNews();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      tell(`${what} is copied.`);
    } catch {
      tell('The browser does not let this page copy; select the text instead.');
    }
  };
  return (
    <Button kind="quiet" small onClick={() => void copy()}>
      <Copy size={14} aria-hidden="true" />
      Copy
    </Button>
  );
}
