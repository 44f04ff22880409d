import { DASHBOARD_ROUTES } from '../../contract/dashboard.ts'
import type { Dashboard, DashboardPeriod } from '../../core/dashboard/dashboard.ts'
import type { DashboardRepository } from '../../core/dashboard/dashboard-repository.ts'
import { map, type Result } from '../../core/result.ts'
import { type HttpClient, known } from './http-client.ts'

export class HttpDashboardRepository implements DashboardRepository {
  readonly #http: HttpClient

  constructor(http: HttpClient) {
    this.#http = http
  }

  async fetch(orgId: string, period?: DashboardPeriod): Promise<Result<Dashboard>> {
    const request = { params: { orgId }, query: { period } }
    return map(await this.#http.callAsReturned(DASHBOARD_ROUTES.getDashboard, request), (returned) => {
      const { period: _, from: __, to: ___, ...figures } = known(DASHBOARD_ROUTES.getDashboard, returned) ?? {}
      return Object.keys(figures).length > 0 ? { ...returned, figures } : returned
    })
  }
}
