import type { RouteRequest } from '../route.ts'

export const SAMPLE_DATA_REQUESTS = {
  createSampleData: {
    summary: 'A shop, an empty warehouse and a flow between them, to try the product with',
    request: null,
  },
} satisfies Record<string, RouteRequest>
