import '../support/browser-stand-ins.ts'

import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { createMemoryApp } from '../../src/composition/memory-app.ts'
import { mount, showUnlessFailed } from '../../src/composition/mount.tsx'

it.each(['translations', 'cronHelper', 'charts'] as const)(
  'the application mounts only after the step for: %s',
  async (last) => {
    const { app } = await createMemoryApp({}, { address: '/profile' })
    const root = document.createElement('div')
    document.body.replaceChildren(root)
    const done = { translations: app.i18n, cronHelper: app.cron, charts: app.charts }
    const awaited = Promise.withResolvers<void>()
    const step = async <Name extends keyof typeof done>(name: Name) => {
      if (name === last) await awaited.promise
      return done[name]
    }

    const steps = { translations: step('translations'), cronHelper: step('cronHelper'), charts: step('charts') }
    const mounted = mount(root, steps, app)
    await act(async () => undefined)
    expect(root.childElementCount).toBe(0)
    await act(async () => {
      awaited.resolve()
      await mounted
    })

    expect(await screen.findByRole('region', { name: 'Notifications' })).toBeDefined()
    const shown = await mounted
    act(() => shown.unmount())
    root.remove()
  },
)

it('says that nothing could be loaded instead of showing a blank page, and offers to reload', async () => {
  const root = document.createElement('div')

  await expect(showUnlessFailed(root, Promise.reject(new TypeError('Failed to fetch')))).rejects.toThrow('Failed')

  expect(root.querySelector('[role=alert]')?.textContent).toContain('could not be loaded')
  expect(root.querySelector('button')?.textContent).toBe('Reload')
})

it('leaves alone what could be shown', async () => {
  const root = document.createElement('div')
  root.append('Flows')

  await showUnlessFailed(root, Promise.resolve())

  expect(root.textContent).toBe('Flows')
})
