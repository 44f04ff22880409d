import type { I18n } from '@lingui/core'
import { createRoot } from 'react-dom/client'

import { App, type AppProps } from '../ui/app/app.tsx'
import type { CronHelper } from '../ui/schedules/cron-helper.ts'

interface StartUpSteps {
  readonly translations: Promise<I18n>
  readonly cronHelper: Promise<CronHelper>
}

/** Shows the application once every start-up step is done, and not before (spec §2). */
export async function mount(
  root: Element,
  { translations, cronHelper }: StartUpSteps,
  parts: Omit<AppProps, 'i18n' | 'cron'>,
): Promise<void> {
  const [i18n, cron] = await Promise.all([translations, cronHelper])
  createRoot(root).render(<App {...parts} i18n={i18n} cron={cron} />)
}
