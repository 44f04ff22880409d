import { z } from 'zod/mini'

import type { RouteRequest } from '../route.ts'

export const DASHBOARD_PERIODS = ['24h', '7d', '30d'] as const

export const DASHBOARD_REQUESTS = {
  getDashboard: {
    summary: 'What needs attention, and how the runs went',
    query: z.strictObject({ period: z._default(z.enum(DASHBOARD_PERIODS), '7d') }),
  },
} satisfies Record<string, RouteRequest>
