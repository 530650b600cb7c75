import { z } from 'zod';
import { Instant } from '../../platform/http/bodies/instant.dto.js';

/** What a call is answered that somebody has to approve first. Open, so that generated clients read a result and this alike. */
export const ApprovalTicketSchema = z
  .looseObject({
    approval: z.object({
      id: z.string().max(36).describe('For `X-Approval` of the same call'),
      url: z.string().describe('Where somebody decides'),
      expiresAt: Instant,
    }),
  })
  .meta({ id: 'ApprovalTicket' });
