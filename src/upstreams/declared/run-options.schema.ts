import { z } from 'zod';

/** Ids of somebody who is not root: 0 would hold nothing in. */
const id = z.int().min(1).max(4_294_967_294);
const path = z
  .string()
  .min(1)
  .max(8192)
  .refine((value) => !value.includes('\0'), 'has a NUL character');
const paths = z.array(path).max(100);

/** What holds a stdio server of the operator's file in. Apps have no such member. */
export const RunOptions = z.strictObject({
  as: z.strictObject({ uid: id, gid: id }).optional().describe('The user and group that it runs as'),
  sandbox: z.enum(['bwrap', 'none']).optional().describe('STDIO_SANDBOX by default'),
  network: z.enum(['none', 'host']).optional().describe('`host` by default; `none` needs a sandbox'),
  memoryMb: z
    .int()
    .min(16)
    .max(16_777_216)
    .optional()
    .describe('Memory in MiB that all its processes may have together; needs a sandbox and STDIO_CGROUP'),
  cpu: z
    .number()
    .min(0.01)
    .max(1024)
    .optional()
    .describe('Processors that all its processes may keep busy together; needs the same'),
  readOnly: paths.optional().describe('Files and folders that the sandbox shows'),
  writable: paths.optional().describe('Files and folders that the sandbox shows and lets be changed'),
});

export type RunOptions = z.infer<typeof RunOptions>;
