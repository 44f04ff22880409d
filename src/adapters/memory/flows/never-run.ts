import type { FlowOverview } from '../../../core/flows/overview/flow-overview.ts'

export const NEVER_RUN: FlowOverview = {
  runs: [],
  largestTables: [],
  tables: [],
  spending: { month: '2026-01-01', spent: { dollars: 0, rows: 0, mails: 0 }, days: [] },
  changes: [],
}
