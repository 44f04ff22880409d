import { createContext, type ReactNode, use } from 'react'

import type { CronHelper } from './cron-helper.ts'

const Context = createContext<CronHelper | null>(null)

export const CronProvider = ({ cron, children }: { cron: CronHelper; children: ReactNode }) => (
  <Context value={cron}>{children}</Context>
)

export function useCron(): CronHelper {
  const cron = use(Context)
  if (!cron) throw new Error('useCron needs a CronProvider above it')
  return cron
}
