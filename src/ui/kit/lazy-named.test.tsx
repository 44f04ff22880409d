import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, it, vi } from 'vitest'

const Greeting = ({ to }: { to: string }) => <p>Hello {to}</p>
const loading = () => Promise.resolve({ Greeting })

/** Each test has the module for itself: what was named before is not loaded ahead. */
async function freshModule() {
  vi.resetModules()
  return import('./lazy-named.ts')
}

const shown = (lazy: React.ReactNode) => <Suspense fallback={<p>Loading…</p>}>{lazy}</Suspense>

it('loads the code when it is shown, with a placeholder meanwhile', async () => {
  const { lazyNamed } = await freshModule()
  const load = vi.fn(loading)
  const Lazy = lazyNamed(load, 'Greeting')
  expect(load).not.toHaveBeenCalled()

  const { rerender } = render(shown(<Lazy to="Ada" />))
  expect(screen.getByText('Loading…')).toBeDefined()
  expect(await screen.findByText('Hello Ada')).toBeDefined()
  rerender(shown(<Lazy to="Ben" />))
  expect(screen.getByText('Hello Ben')).toBeDefined()
  expect(load).toHaveBeenCalledOnce()
})

it('shows code that is there without a placeholder', async () => {
  const { lazyNamed } = await freshModule()
  const Lazy = lazyNamed(loading, 'Greeting', { isPart: true })
  await act(async () => undefined)
  render(shown(<Lazy to="Ada" />))
  expect(screen.getByText('Hello Ada')).toBeDefined()
})

it('loads ahead what the pages name and what is a click behind it, one after the other, and nothing farther', async () => {
  const { lazyNamed, loadAhead } = await freshModule()
  const loaded: string[] = []
  const named = (name: string, ...behind: string[]) =>
    lazyNamed(async () => {
      loaded.push(name)
      const [next, ...farther] = behind
      if (next !== undefined) named(next, ...farther)
      return { Greeting }
    }, 'Greeting')
  named('dialog', 'its content', 'its own dialog')
  named('panel')
  loadAhead((task) => task())
  await vi.waitFor(() => expect(loaded).toEqual(['dialog', 'panel', 'its content']))
  named('later page')
  await vi.waitFor(() => expect(loaded).toEqual(['dialog', 'panel', 'its content', 'later page']))
})

it('loads it again for whoever shows it after a failure', async () => {
  const { lazyNamed, loadAhead } = await freshModule()
  const load = vi.fn(loading).mockRejectedValueOnce(new Error('offline'))
  const Lazy = lazyNamed(load, 'Greeting')
  loadAhead((task) => task())
  await act(async () => undefined)
  render(shown(<Lazy to="Ada" />))
  expect(await screen.findByText('Hello Ada')).toBeDefined()
  expect(load).toHaveBeenCalledTimes(2)
})
