import { createMemoryHistory } from '@tanstack/react-router'
import { memoryPorts } from '../adapters/memory/ports/memory-ports.ts'
import { DEFAULT_LIMITS, type Limits } from '../core/catalog/limits.ts'
import type { Sandbox } from '../core/catalog/sandbox.ts'
import type { AppProps } from '../ui/app/app.tsx'
import { createAppRouter } from '../ui/app/router.tsx'
import { prepareCharts } from '../ui/charts/chart-defaults.tsx'
import { type Locale, loadI18n } from '../ui/i18n/locale.ts'
import { loadMenuParts } from '../ui/kit/menu/menu-parts.ts'
import { ToastStore } from '../ui/kit/toast/toast-store.ts'
import { ThemeStore } from '../ui/preferences/theme-store.ts'
import { prepareCronHelper } from '../ui/schedules/cron-helper.ts'
import { createQueryClient } from '../ui/services/query-client.ts'
import { QueryResourceCache } from '../ui/services/query-resource-cache.ts'
import { SignedInAppSource } from '../ui/services/signed-in-app-source.ts'
import { containerOf } from './container-of.ts'
import type { Ports } from './ports.ts'
import { servicesFrom } from './services-from.ts'

interface MemoryAppOptions {
  /** The current location, path and search. */
  readonly address: string
  readonly locale?: Locale
  readonly theme?: 'light' | 'dark'
  readonly limits?: Limits
  readonly sandbox?: Sandbox
}

/** The whole client at an address, over fakes; pass those that the test or story uses. */
export async function createMemoryApp(
  fakes: Partial<Ports>,
  { address, locale = 'en', theme = 'light', limits = DEFAULT_LIMITS, sandbox }: MemoryAppOptions,
): Promise<{ readonly app: AppProps; readonly ports: Ports }> {
  const ports = { ...memoryPorts(fakes), ...fakes }
  const queryClient = createQueryClient()
  const toasts = new ToastStore()
  const resources = new QueryResourceCache(queryClient)
  const services = servicesFrom(containerOf({ ...ports, notifier: toasts, resources }))
  services.watchSession()
  const signedInApp = new SignedInAppSource(async () => ({ services, queryClient }))
  void signedInApp.load()
  const router = createAppRouter({
    signedInApp,
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  // Page, layout and menus are separate chunks: loaded first, so that a test waits only for what it tests.
  await Promise.all([router.load(), loadMenuParts()])
  const [i18n, cron, charts] = await Promise.all([loadI18n(locale), prepareCronHelper(), prepareCharts()])
  const app = {
    signedInApp,
    router,
    i18n,
    cron,
    charts,
    toasts,
    theme: new ThemeStore(theme),
    deployment: Promise.resolve({ isLocal: true, limits, sandbox, version: '1.2.3' }),
  }
  return { app, ports }
}
