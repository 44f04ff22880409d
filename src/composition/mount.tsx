import type { I18n } from '@lingui/core'
import { createRoot, type Root } from 'react-dom/client'
import { App, type AppProps } from '../ui/app/app.tsx'
import type { ChartDefaults } from '../ui/charts/chart-defaults.tsx'
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

/** Shows that the application could not start, instead of a blank page. Not translated, because translations may be the missing part. */
export async function showUnlessFailed(root: Element, mounting: Promise<unknown>): Promise<void> {
  try {
    await mounting
  } catch (error) {
    const notice = document.createElement('p')
    notice.setAttribute('role', 'alert')
    notice.textContent = 'Millrace could not be loaded. You may be offline, or the server may still be starting up. '
    const reload = document.createElement('button')
    reload.textContent = 'Reload'
    reload.addEventListener('click', () => location.reload())
    notice.append(reload)
    root.replaceChildren(notice)
    throw error
  }
}
