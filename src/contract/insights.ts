import { z } from 'zod'

import { route } from './route.ts'

/** What an organization sees of itself: dashboard and audit. */
export const INSIGHT_ROUTES = {
  getDashboard: route({
    method: 'GET',
    path: '/v1/organizations/:orgId/dashboard',
    summary: 'What needs attention, and how the runs went',
    access: 'dashboard.read',
    request: null,
    response: z.looseObject({}),
    status: 200,
  }),
  listAuditEvents: route({
    method: 'GET',
    path: '/v1/organizations/:orgId/audit',
    summary: 'Who did what, and when',
    access: 'audit.read',
    query: z.strictObject({ cursor: z.string().max(200).optional() }),
    request: null,
    response: z.looseObject({ events: z.array(z.looseObject({})) }),
    status: 200,
  }),
}
