import { z } from 'zod/mini'

import { connectionResponse } from './connections.ts'
import { flowResponse } from './flows.ts'
import type { SAMPLE_DATA_REQUESTS } from './requests/sample-data.ts'
import { inOrganization, routes } from './route.ts'
import { sentence } from './sentence.ts'

const named = z.array(z.looseObject({ id: z.string(), name: z.string() }))

export const SAMPLE_DATA_ROUTES = routes<typeof SAMPLE_DATA_REQUESTS>()({
  createSampleData: inOrganization(
    'POST',
    '/sample-data',
    'sample-data.create',
    201,
    z.looseObject({ connections: z.array(connectionResponse), flow: flowResponse }),
  ),
  listStandIns: inOrganization(
    'GET',
    '/stand-ins',
    'integration.read',
    200,
    z.looseObject({
      /** The types of connections that can be tried; with a problem, not on this machine. */
      types: z.array(z.looseObject({ type: z.string(), problem: z.optional(z.string()), sentence })),
      /** What belongs to stand-ins: flows that use them, and connections and integrations that are some. */
      flows: named,
      connections: named,
      integrations: named,
    }),
  ),
  addStandIn: inOrganization('POST', '/stand-ins', 'integration.write', 201, connectionResponse),
  removeStandIns: inOrganization('DELETE', '/stand-ins', 'integration.write', 204, null),
})
