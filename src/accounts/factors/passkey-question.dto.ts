import { z } from 'zod';

/** What a browser is to be asked, as `PublicKeyCredential.parse…OptionsFromJSON` takes it. */
export const PasskeyQuestionSchema = z
  .looseObject({
    challenge: z
      .string()
      .max(200)
      .describe('In base64url: good once, within five minutes, for who asked for it'),
  })
  .meta({
    id: 'PasskeyQuestion',
    description: 'Options for `navigator.credentials` in the JSON of Web Authentication (§5.1.8, §5.1.9)',
  });
