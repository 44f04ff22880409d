import { z } from 'zod/mini'

import { connectionResponse } from './connections.ts'
import { flowResponse } from './flows.ts'
import { route } from './route.ts'

export const SAMPLE_DATA_ROUTES = {
  createSampleData: route({
    method: 'POST',
    path: '/v1/organizations/:orgId/sample-data',
    summary: 'A shop, an empty warehouse and a flow between them, to try the product with',
    access: 'sample-data.create',
    request: null,
    response: z.looseObject({ connections: z.array(connectionResponse), flow: flowResponse }),
    status: 201,
  }),
}
