import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { App } from '../../api/models.ts';
import { Bones } from '../../parts/layout.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { readConfig, readConfigSchema } from './config-api.ts';
import { ConfigForm } from './config-form.tsx';

/** The config of the app, to be edited. */
export function ConfigSection({ app: { slug } }: { readonly app: App }): ReactNode {
  // What somebody else saves meanwhile shows at saving: the text that is being written stays.
  const stored = useQuery({
    queryKey: ['config', slug],
    queryFn: () => readConfig(slug),
    staleTime: Infinity,
    gcTime: 0,
  });
  const schema = useQuery({ queryKey: ['config-schema'], queryFn: readConfigSchema, staleTime: Infinity });
  if (stored.error !== null) return <TroubleAlert error={stored.error} />;
  if (stored.isPending || schema.isPending) return <Bones rows={6} />;
  return <ConfigForm app={slug} stored={stored.data} schema={schema.data} />;
}
