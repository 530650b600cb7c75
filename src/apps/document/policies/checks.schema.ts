import { z } from 'zod';
import { isAddressGlob } from './address-glob.js';

const bytes = z.int().min(1).max(1_073_741_824);

export const personalData = ['email', 'card', 'iban', 'phone'] as const;

/** A kind of what tells of a person. */
export type PersonalData = (typeof personalData)[number];

/** What the gateway itself looks for in what passes between callers and servers. */
export const ChecksSchema = z.strictObject({
  secrets: z
    .enum(['redact', 'deny'])
    .optional()
    .describe('What becomes of what looks like a credential: a mark in its place, or a refusal'),
  pii: z
    .array(z.enum(personalData))
    .max(personalData.length)
    .optional()
    .describe('Kinds of personal data, each shown as the name of its kind'),
  invisibleText: z.enum(['strip', 'deny']).optional().describe('What becomes of characters that nobody sees'),
  maxArgumentBytes: bytes.optional().describe('Most bytes of the arguments as JSON'),
  maxResultBytes: bytes.optional().describe('Most bytes of a result as JSON'),
  urls: z
    .array(
      z
        .string()
        .min(1)
        .max(1024)
        .refine(isAddressGlob, 'must be a pattern of addresses, such as https://*.example.com/*'),
    )
    .max(1000)
    .optional()
    .describe(
      'Globs of the addresses that may stand in arguments, which are refused else, and in results, where others are not shown',
    ),
});

export type Checks = z.infer<typeof ChecksSchema>;
