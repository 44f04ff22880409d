import type { DashboardResponse } from '../../contract/dashboard.ts'
import { DASHBOARD_ROUTES } from '../../contract/dashboard.ts'
import type { Dashboard, DashboardPeriod } from '../../core/dashboard/dashboard.ts'
import type { DashboardRepository } from '../../core/dashboard/dashboard-repository.ts'
import { map, type Result } from '../../core/result.ts'
import { fitted } from './fitted.ts'
import type { HttpClient } from './http-client.ts'

export class HttpDashboardRepository implements DashboardRepository {
  readonly #http: HttpClient

  constructor(http: HttpClient) {
    this.#http = http
  }

  async fetch(orgId: string, period?: DashboardPeriod): Promise<Result<Dashboard>> {
    const request = { params: { orgId }, ...(period && { query: { period } }) }
    const answer = await this.#http.callAsReturned(DASHBOARD_ROUTES.getDashboard, request)
    const { figuresFromWire } = await import('./dashboard-from-wire.ts')
    return map(answer, (returned) => {
      const figures = figuresFromWire((fitted(DASHBOARD_ROUTES.getDashboard, returned).data ?? {}) as DashboardResponse)
      return Object.keys(figures).length > 0 ? { ...returned, figures } : returned
    })
  }
}
