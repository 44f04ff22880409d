import type { RouteRequest } from '../route.ts'

export const FLOW_OVERVIEW_REQUESTS = {
  getFlowOverview: {
    summary:
      'How a flow has been doing: its last 60 runs, its tables, what it has spent this month, and what has changed lately',
  },
} satisfies Record<string, RouteRequest>
