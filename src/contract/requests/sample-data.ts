import { z } from 'zod/mini'

import { CONNECTION_TYPE_NAMES } from '../../core/catalog/connections/connection-types.ts'
import { INTEGRATION_TYPE_NAMES } from '../../core/catalog/connections/integration-types.ts'
import type { RouteRequest } from '../route.ts'

export const SAMPLE_DATA_REQUESTS = {
  createSampleData: { summary: 'A shop, an empty warehouse and a flow between them, to try the product with' },
  listStandIns: {
    summary: 'The types that can be tried with a stand-in on the machine of the server, and what belongs to stand-ins',
  },
  addStandIn: {
    summary: 'Starts a stand-in for a type, with an integration and a connection to it',
    // Each is a server.
    limit: { calls: 20, seconds: 60 },
    request: z.strictObject({
      type: z.enum(CONNECTION_TYPE_NAMES),
      capability: z.enum(['source', 'destination']),
      /** For types that several kinds of integrations serve. */
      integration: z.optional(z.enum(INTEGRATION_TYPE_NAMES)),
    }),
  },
  removeStandIns: { summary: 'Moves all stand-ins and the flows that use them to the trash, and stops them' },
} satisfies Record<string, RouteRequest>
