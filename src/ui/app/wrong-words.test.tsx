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

const PATIENCE = { timeout: 10_000, interval: 50 }
const EQUAL_LOOKS = 4

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

  const pages = routes
    .filter(({ path, id }) => path && !path.includes('$') && id !== '__root__')
    .map(({ path }) => path)

  it.each([...new Set(pages)])('changes nothing on %s', async (path) => {
    const names = [...new Set(read.map(({ name }) => name))].filter((name) => !FREE.includes(name))
    const plain = await renderApp({}, path)
    const wrong = await renderApp({}, `${path}?${names.map((name) => `${name}=nonsense`).join('&')}`)
    const textOf = ({ container }: typeof plain) => container.textContent ?? ''
    let equalLooks = 0
    // The parts of a page come one after the other, and at first there are none.
    const looksEqual = () => {
      const text = textOf(plain)
      equalLooks = text === textOf(wrong) && !/Loading|^$/.test(text) ? equalLooks + 1 : 0
      return equalLooks
    }
    await expect.poll(looksEqual, PATIENCE).toBeGreaterThan(EQUAL_LOOKS)
    expect(textOf(wrong)).toBe(textOf(plain))
    expect(screen.queryByRole('alert')).toBeNull()
    cleanup()
  })
})
