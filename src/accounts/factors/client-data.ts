import { z } from 'zod';

/** What a browser says itself of the question that it answers (Web Authentication, §5.8.1). */
const ClientData = z.object({
  challenge: z.string(),
  origin: z.string(),
  /** Whether its page stood inside of one of another site. */
  crossOrigin: z.boolean().default(false),
});
export type ClientData = z.infer<typeof ClientData>;

/** `undefined` for what is none. */
export function readClientData(encoded: string): ClientData | undefined {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(encoded, 'base64url').toString()));
  } catch {
    return undefined;
  }
}
