import type { ReactNode } from 'react';
import type { ContentBlock } from '../api/models.ts';
import { plainText } from '../parts/plain-text.ts';
import styles from './results.module.css';

const shownPictures = /^image\/(png|jpeg|gif|webp|avif|bmp)$/;

/** One piece of a result: text as text, pictures as pictures, anything else as what it is; never as a page. */
export function ContentView({ block }: { readonly block: ContentBlock }): ReactNode {
  const { type, text, data, mimeType, uri, name, title, resource } = block;
  if (type === 'text') return <Text text={text ?? ''} />;
  if (type === 'image' && data !== undefined) return <Picture data={data} mimeType={mimeType} />;
  if (type === 'audio' && data !== undefined)
    return <audio controls src={`data:${mimeType ?? 'audio/wav'};base64,${data}`} />;
  if (type === 'resource_link' && uri !== undefined) return <Address uri={uri} name={title ?? name} />;
  if (type === 'resource' && resource !== undefined) return <ResourceView {...resource} />;
  return <Json value={block} />;
}

export function ResourceView({
  uri,
  mimeType,
  text,
  blob,
}: {
  readonly uri: string;
  readonly mimeType?: string | undefined;
  readonly text?: string | undefined;
  readonly blob?: string | undefined;
}): ReactNode {
  return (
    <figure className={styles.resource}>
      <figcaption>
        <Address uri={uri} />
        {mimeType !== undefined && <span> · {mimeType}</span>}
      </figcaption>
      {text !== undefined && <Text text={text} />}
      {blob !== undefined &&
        (shownPictures.test(mimeType ?? '') ? (
          <Picture data={blob} mimeType={mimeType} />
        ) : (
          <p>{Math.floor((blob.length * 3) / 4).toLocaleString('en')} bytes that cannot be shown as text.</p>
        ))}
    </figure>
  );
}

function Picture({
  data,
  mimeType = 'image/png',
}: {
  readonly data: string;
  readonly mimeType?: string | undefined;
}): ReactNode {
  if (!shownPictures.test(mimeType)) return <p>A picture of type {mimeType}, which is not shown here.</p>;
  return <img className={styles.picture} src={`data:${mimeType};base64,${data}`} alt="The tool's result" />;
}

/** A link where a browser can follow it; other schemes are text. */
function Address({
  uri,
  name = uri,
}: {
  readonly uri: string;
  readonly name?: string | undefined;
}): ReactNode {
  return /^https?:\/\//i.test(uri) ? (
    <a href={uri} target="_blank" rel="noopener noreferrer">
      {name}
    </a>
  ) : (
    <code>{plainText(name === uri ? uri : `${name} (${uri})`)}</code>
  );
}

function Text({ text }: { readonly text: string }): ReactNode {
  return (
    <pre className={styles.text} tabIndex={0}>
      {text}
    </pre>
  );
}

export function Json({ value }: { readonly value: unknown }): ReactNode {
  return <Text text={typeof value === 'string' ? value : plainText(JSON.stringify(value, null, 2))} />;
}
