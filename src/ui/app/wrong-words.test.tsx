import { cleanup, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import { renderApp } from '../../../test/support/render-app.tsx'
import { SignedInAppSource } from '../services/signed-in-app-source.ts'
import { createAppRouter } from './router.tsx'

type Validate = (search: Record<string, unknown>) => Record<string, unknown>

const router = createAppRouter({ signedInApp: new SignedInAppSource(() => new Promise(() => undefined)) })
const routes = Object.values(router.routesById).map(({ id, fullPath, options }) => ({
  id,
  path: fullPath,
  validate: options.validateSearch as Validate | undefined,
}))

/** The names that a route reads from an address: those that it asks for. */
function namesOf(validate: Validate): readonly string[] {
  const names = new Set<string>()
  validate(
    new Proxy(
      {},
      {
        get: (_, name) => void names.add(String(name)),
        has: (_, name) => !names.add(String(name)),
      },
    ),
  )
  return [...names]
}

const PATIENCE = { timeout: 10_000, interval: 200 }

/** What has no list of words: searches, names and ids. A wrong one finds nothing, and the page says so. */
const FREE = [
  ...['q', 'find', 'table', 'type', 'kind', 'field', 'redirect', 'token', 'code', 'action', 'person'],
  ...['id', 'flow', 'connection', 'run', 'node', 'with', 'organization'],
]

const read = routes.flatMap(({ id, validate }) =>
  validate ? namesOf(validate).map((name) => ({ route: id, name, validate })) : [],
)

it('the parameters of every route are looked at', () => {
  expect(new Set(read.map(({ route }) => route)).size).toBeGreaterThan(8)
  expect(new Set(read.map(({ name }) => name)).size).toBeGreaterThan(30)
  expect(FREE.filter((name) => !read.some((one) => one.name === name))).toEqual([])
})

describe('a wrong word in the address', () => {
  it.each(read.filter(({ name }) => !FREE.includes(name)))('is dropped: $name of $route', ({ name, validate }) => {
    for (const wrong of ['nonsense', 'Connections', -1.5, { view: 'order' }, ['failed'], '__proto__', 'constructor'])
      expect(validate({ [name]: wrong })[name], JSON.stringify(wrong)).toBeUndefined()
  })

  /** Whether a page shows what it showed at the last look: its parts come one after the other. */
  const settledText = (text: () => string) => {
    let before = ''
    return () => {
      const now = text()
      const isSettled = now === before && !/Loading|^$/.test(now)
      before = now
      return isSettled
    }
  }

  const pages = routes
    .filter(({ path, id }) => path && !path.includes('$') && id !== '__root__')
    .map(({ path }) => path)

  it.each([...new Set(pages)])('changes nothing on %s', async (path) => {
    const shown = async (search: string, expected?: string) => {
      const { container } = await renderApp({}, `${path}${search}`)
      const text = () => container.textContent ?? ''
      if (expected === undefined) await expect.poll(settledText(text), PATIENCE).toBe(true)
      else await expect.poll(text, PATIENCE).toBe(expected)
      expect(screen.queryByRole('alert')).toBeNull()
      const told = text()
      cleanup()
      return told
    }
    const names = [...new Set(read.map(({ name }) => name))].filter((name) => !FREE.includes(name))

    const plain = await shown('')
    await shown(`?${names.map((name) => `${name}=nonsense`).join('&')}`, plain)
  })
})
