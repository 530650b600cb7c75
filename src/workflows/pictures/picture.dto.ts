import { z } from 'zod';
import { AppQuery } from '../../apps/app/app-query.dto.js';
import { WorkflowSchema } from '../workflows.dto.js';

export const PictureQuery = AppQuery.extend({
  format: z
    .enum(['json', 'mermaid'])
    .default('json')
    .describe('`mermaid`: a flowchart as text, which Mermaid draws'),
});
export type PictureQuery = z.infer<typeof PictureQuery>;

export const pictureContent = { 'text/plain': { schema: z.string() } } as const;

export const WorkflowViewSchema = WorkflowSchema.extend({
  document: z.looseObject({}).optional().describe('For people who may read the config of the app'),
}).meta({ id: 'WorkflowWithDocument' });
