import { z } from 'zod/mini'

import { connectionResponse } from './connections.ts'
import { flowResponse } from './flows.ts'
import type { SAMPLE_DATA_REQUESTS } from './requests/sample-data.ts'
import { routes } from './route.ts'

export const SAMPLE_DATA_ROUTES = routes<typeof SAMPLE_DATA_REQUESTS>()({
  createSampleData: {
    method: 'POST',
    path: '/v1/organizations/:orgId/sample-data',
    access: 'sample-data.create',
    response: z.looseObject({ connections: z.array(connectionResponse), flow: flowResponse }),
    status: 201,
  },
})
