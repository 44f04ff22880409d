import type { RouteRequest } from '../route.ts'

export const CONNECTION_OVERVIEW_REQUESTS = {
  getConnectionOverview: {
    summary:
      'How a connection has been doing: its last 60 tests, the columns that runs found changed in its tables, and the tables of flows that move every table',
  },
} satisfies Record<string, RouteRequest>
