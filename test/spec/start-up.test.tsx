import '../support/browser-stand-ins.ts'

import type { I18n } from '@lingui/core'
import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { createContainer } from '../../src/composition/create-container.ts'
import { memoryModule } from '../../src/composition/memory-module.ts'
import { mount } from '../../src/composition/mount.tsx'
import { servicesFrom } from '../../src/composition/services-from.ts'
import { createQueryClient } from '../../src/ui/app/query-client.ts'
import { createAppRouter } from '../../src/ui/app/router.tsx'
import { ThemeStore } from '../../src/ui/app/theme-store.ts'
import { loadI18n } from '../../src/ui/i18n/locale.ts'
import { ToastStore } from '../../src/ui/kit/toast/toast-store.ts'
import { type CronHelper, loadCronHelper } from '../../src/ui/schedules/cron-helper.ts'

function aPage() {
  const services = Promise.resolve(servicesFrom(createContainer(memoryModule())))
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  const parts = {
    services,
    router: createAppRouter({ services }),
    queryClient: createQueryClient(),
    toasts: new ToastStore(),
    theme: new ThemeStore('light'),
    isLocalInstallation: Promise.resolve(false),
  }
  return { root, parts }
}

it.each(['translations', 'cronHelper'] as const)('the application mounts only after the step for: %s', async (last) => {
  const { root, parts } = aPage()
  const translations = Promise.withResolvers<I18n>()
  const cronHelper = Promise.withResolvers<CronHelper>()
  const steps = {
    translations: async () => translations.resolve(await loadI18n('en')),
    cronHelper: async () => cronHelper.resolve(await loadCronHelper()),
  }
  const first = last === 'translations' ? 'cronHelper' : 'translations'

  const mounted = mount(root, { translations: translations.promise, cronHelper: cronHelper.promise }, parts)
  await act(() => steps[first]())
  expect(root.childElementCount).toBe(0)
  await act(async () => {
    await steps[last]()
    await mounted
  })

  expect(await screen.findByRole('region', { name: 'Notifications' })).toBeDefined()
})
