import { ROUTES } from '../../contract/routes.ts'
import type { Dashboard, DashboardRepository } from '../../core/dashboard/dashboard-repository.ts'
import type { Result } from '../../core/result.ts'
import type { HttpClient } from './http-client.ts'

export class HttpDashboardRepository implements DashboardRepository {
  readonly #http: HttpClient

  constructor(http: HttpClient) {
    this.#http = http
  }

  fetch(orgId: string): Promise<Result<Dashboard>> {
    return this.#http.callAsReturned(ROUTES.getDashboard, { params: { orgId } })
  }
}
