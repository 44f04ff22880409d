import type { I18n } from '@lingui/core'
import { createRoot, type Root } from 'react-dom/client'

import { App, type AppProps } from '../ui/app/app.tsx'
import type { ChartDefaults } from '../ui/dashboard/charts/chart-defaults.tsx'
import type { LoadCronHelper } from '../ui/schedules/cron-helper.ts'

interface StartUpSteps {
  readonly translations: Promise<I18n>
  readonly cronHelper: Promise<LoadCronHelper>
  readonly charts: Promise<ChartDefaults>
}

/** Shows the application after every start-up step is done (spec §2). @returns a function that removes it */
export async function mount(
  root: Element,
  steps: StartUpSteps,
  parts: Omit<AppProps, 'i18n' | 'cron' | 'charts'>,
): Promise<Root> {
  const [i18n, cron, charts] = await Promise.all([steps.translations, steps.cronHelper, steps.charts])
  const mounted = createRoot(root)
  mounted.render(<App {...parts} i18n={i18n} cron={cron} charts={charts} />)
  return mounted
}
