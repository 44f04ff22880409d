import '@fontsource-variable/inter'
import '../kit/tokens.css'
import '../kit/base.css'

import type { I18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'

import { LocalInstallation } from '../auth/local-installation.tsx'
import { noticeText } from '../i18n/notice-texts.ts'
import type { ToastStore } from '../kit/toast/toast-store.ts'
import { Toaster } from '../kit/toast/toaster.tsx'
import { TooltipLayer } from '../kit/tooltip/tooltip-layer.tsx'
import { CronProvider } from '../schedules/cron.tsx'
import type { CronHelper } from '../schedules/cron-helper.ts'
import type { AppRouter } from './router.tsx'
import type { Services } from './services.tsx'
import { ServicesSource } from './services-source.tsx'
import { Theme } from './theme.tsx'
import type { ThemeStore } from './theme-store.ts'

export interface AppProps {
  readonly services: Promise<Services>
  readonly router: AppRouter
  readonly queryClient: QueryClient
  readonly i18n: I18n
  readonly cron: CronHelper
  readonly toasts: ToastStore
  readonly theme: ThemeStore
  readonly isLocalInstallation: Promise<boolean>
}

/** The whole client; everything that it needs comes from outside, so that a test can be its browser. */
export function App({ services, router, queryClient, i18n, cron, toasts, theme, isLocalInstallation }: AppProps) {
  useScrollReset(router)
  return (
    <I18nProvider i18n={i18n}>
      <Theme store={theme}>
        <QueryClientProvider client={queryClient}>
          <ServicesSource source={services}>
            <LocalInstallation isLocal={isLocalInstallation}>
              <CronProvider cron={cron}>
                <RouterProvider router={router} />
              </CronProvider>
            </LocalInstallation>
          </ServicesSource>
        </QueryClientProvider>
      </Theme>
      <TooltipLayer />
      <Toaster store={toasts} textOf={(notice) => noticeText(i18n, notice)} />
    </I18nProvider>
  )
}

/** Every navigation starts at the top (spec §2); a filter or a dialog in the address is not one. */
function useScrollReset(router: AppRouter) {
  useEffect(
    () => router.subscribe('onResolved', ({ pathChanged }) => pathChanged && window.scrollTo({ top: 0 })),
    [router],
  )
}
