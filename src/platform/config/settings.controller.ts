import { Controller, Get } from '@nestjs/common';
import { z } from 'zod';
import { ApiTags } from '../openapi/api-description.js';
import { Operation } from '../openapi/operation.decorator.js';
import { Config, settingSources } from './config.js';
import { settingsOf } from './settings.js';

const SettingsSchema = z
  .object({
    settings: z.array(
      z
        .object({
          name: z.string().max(100).describe('Of the environment variable'),
          value: z.string().optional().describe('What holds; absent where nothing does, and for secrets'),
          set: z.boolean().describe('Whether somebody has set it: all that is told of secrets'),
          source: z.enum(settingSources).describe('`file`: the file that `<NAME>_FILE` names'),
          secret: z.boolean(),
          meaning: z.string(),
        })
        .meta({ id: 'Setting' }),
    ),
  })
  .meta({ id: 'Settings' });

/** What the gateway is told by its environment. */
@ApiTags('operations')
@Controller('api/settings')
export class SettingsController {
  constructor(private readonly config: Config) {}

  @Get()
  @Operation({
    id: 'getSettings',
    summary: 'What is configured, and where it comes from',
    description: 'Every variable, as this process has it. Of secrets only whether they are set.',
    access: { for: 'user', scope: 'operator', operator: true },
    responses: { 200: { description: 'Every setting', schema: SettingsSchema } },
  })
  get(): z.infer<typeof SettingsSchema> {
    return { settings: settingsOf(this.config) };
  }
}
