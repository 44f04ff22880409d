import type { Result } from '../result.ts'

/** Stored as returned (spec §3): nothing in it may be relied on. */
export type Dashboard = Readonly<Record<string, unknown>>

/** What an organization sees of itself. */
export interface DashboardRepository {
  fetch(organizationId: string): Promise<Result<Dashboard>>
}
