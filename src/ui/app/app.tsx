import '@fontsource-variable/inter'
import '../kit/tokens.css'
import '../kit/base.css'

import type { I18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { RouterProvider } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'

import { type ChartDefaults, ChartsProvider } from '../charts/chart-defaults.tsx'
import { noticeDetail, noticeText } from '../i18n/notice-texts.ts'
import { lazyNamed } from '../kit/lazy-named.ts'
import type { ToastStore } from '../kit/toast/toast-store.ts'
import { Toaster } from '../kit/toast/toaster.tsx'
import { Theme } from '../preferences/theme.tsx'
import type { ThemeStore } from '../preferences/theme-store.ts'
import { CronProvider } from '../schedules/cron.tsx'
import type { LoadCronHelper } from '../schedules/cron-helper.ts'
import { type Deployment, DeploymentProvider } from '../services/deployment.tsx'
import { SignedInAppContext, type SignedInAppSource } from '../services/signed-in-app-source.ts'
import type { AppRouter } from './router.tsx'

const NoTooltips = () => null

/** Not needed for the first page; if its code cannot be loaded, the pages only lack their tooltips. */
const TooltipLayer = lazyNamed(
  () => import('../kit/tooltip/tooltip-layer.tsx').catch(() => ({ TooltipLayer: NoTooltips })),
  'TooltipLayer',
)

export interface AppProps {
  readonly signedInApp: SignedInAppSource
  readonly router: AppRouter
  readonly i18n: I18n
  readonly cron: LoadCronHelper
  readonly charts: ChartDefaults
  readonly toasts: ToastStore
  readonly theme: ThemeStore
  readonly deployment: Promise<Deployment>
}

/** The whole client; all its dependencies come from outside, so that a test can act as its browser. */
export function App({ signedInApp, router, i18n, cron, charts, toasts, theme, deployment }: AppProps) {
  useScrollReset(router)
  return (
    <I18nProvider i18n={i18n}>
      <Theme store={theme}>
        <SignedInAppContext value={signedInApp}>
          <DeploymentProvider deployment={deployment}>
            <CronProvider cron={cron}>
              <ChartsProvider defaults={charts}>
                <RouterProvider router={router} />
              </ChartsProvider>
            </CronProvider>
          </DeploymentProvider>
        </SignedInAppContext>
      </Theme>
      <Suspense>
        <TooltipLayer />
      </Suspense>
      <Toaster
        store={toasts}
        textOf={(notice) => noticeText(i18n, notice)}
        detailOf={(notice) => noticeDetail(i18n, notice)}
      />
    </I18nProvider>
  )
}

/** Every navigation starts at the top (spec §2), also Back; a filter or a dialog in the address does not count as one. */
function useScrollReset(router: AppRouter) {
  useEffect(() => {
    // Otherwise the browser restores the old position after our reset.
    window.history.scrollRestoration = 'manual'
    return router.subscribe('onResolved', ({ pathChanged }) => pathChanged && window.scrollTo({ top: 0 }))
  }, [router])
}
