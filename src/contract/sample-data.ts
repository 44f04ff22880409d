import { z } from 'zod/mini'

import { connectionResponse } from './connections.ts'
import { flowResponse } from './flows.ts'
import type { SAMPLE_DATA_REQUESTS } from './requests/sample-data.ts'
import { routes } from './route.ts'
import { sentence } from './sentence.ts'

const named = z.array(z.looseObject({ id: z.string(), name: z.string() }))

export const SAMPLE_DATA_ROUTES = routes<typeof SAMPLE_DATA_REQUESTS>()({
  createSampleData: {
    method: 'POST',
    path: '/v1/organizations/:orgId/sample-data',
    access: 'sample-data.create',
    response: z.looseObject({ connections: z.array(connectionResponse), flow: flowResponse }),
    status: 201,
  },
  listStandIns: {
    method: 'GET',
    path: '/v1/organizations/:orgId/stand-ins',
    access: 'integration.read',
    response: z.looseObject({
      /** The types of connections that can be tried; with a problem, not on this machine. */
      types: z.array(z.looseObject({ type: z.string(), problem: z.optional(z.string()), sentence })),
      /** What belongs to stand-ins: flows that use them, and connections and integrations that are some. */
      flows: named,
      connections: named,
      integrations: named,
    }),
    status: 200,
  },
  addStandIn: {
    method: 'POST',
    path: '/v1/organizations/:orgId/stand-ins',
    access: 'integration.write',
    response: connectionResponse,
    status: 201,
  },
  removeStandIns: {
    method: 'DELETE',
    path: '/v1/organizations/:orgId/stand-ins',
    access: 'integration.write',
    response: null,
    status: 204,
  },
})
