import { createContext, type ReactNode, use } from 'react'

import type { CronHelper, LoadCronHelper } from './cron-helper.ts'

const Context = createContext<LoadCronHelper | null>(null)

export const CronProvider = ({ cron, children }: { cron: LoadCronHelper; children: ReactNode }) => (
  <Context value={cron}>{children}</Context>
)

/** Suspends until its libraries are loaded: each component with a schedule has its own Suspense. */
export function useCron(): CronHelper {
  const load = use(Context)
  if (!load) throw new Error('useCron needs a CronProvider above it')
  return use(load())
}
