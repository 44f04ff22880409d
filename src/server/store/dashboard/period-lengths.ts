import type { DASHBOARD_PERIODS } from '../../../contract/requests/dashboard.ts'

/** How far back from now, as Postgres spells it. */
export const PERIOD_LENGTHS = {
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
} as const satisfies Record<(typeof DASHBOARD_PERIODS)[number], string>

export type PeriodLength = (typeof PERIOD_LENGTHS)[keyof typeof PERIOD_LENGTHS]
