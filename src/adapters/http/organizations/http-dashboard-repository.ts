import { DASHBOARD_ROUTES } from '../../../contract/dashboard.ts'
import type { DashboardRepository } from '../../../core/dashboard/dashboard-repository.ts'
import { map } from '../../../core/result.ts'
import { type HttpClient, known } from '../http-client.ts'

export const httpDashboardRepository = (http: HttpClient): DashboardRepository => ({
  async fetch(orgId, period) {
    const request = { params: { orgId }, query: { period } }
    return map(await http.callAsReturned(DASHBOARD_ROUTES.getDashboard, request), (returned) => {
      const { period: _, from: __, to: ___, ...figures } = known(DASHBOARD_ROUTES.getDashboard, returned) ?? {}
      return Object.keys(figures).length > 0 ? { ...returned, figures } : returned
    })
  },
})
