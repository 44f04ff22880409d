import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import { aFlow } from '../../../test/support/builders.ts'
import { renderApp } from '../../../test/support/render-app.tsx'
import { MemoryFlowRepository } from '../../adapters/memory/flows/memory-flow-repository.ts'
import { MemoryIdentity } from '../../adapters/memory/memory-identity.ts'
import { MemoryRunRepository } from '../../adapters/memory/runs/memory-run-repository.ts'
import { Session } from '../../core/auth/session.ts'
import { OrganizationStore } from '../../core/organizations/organization-store.ts'
import type { Run } from '../../core/runs/run.ts'
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
  ...['q', 'find', 'table', 'type', 'kind', 'field', 'redirect', 'token', 'code', 'action', 'person', 'tag'],
  ...['id', 'flow', 'connection', 'run', 'node', 'with', 'organization', 'owner', 'batch', 'saved'],
]

/** What is said above a page whose address asks for something that it does not have. */
const NOTICE = /This page has no .*\.Dismiss/
/** These look at what the application itself has put into their address. */
const BEFORE_SIGN_IN = ['/login', '/register']

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

  it.each([...new Set(pages)])('is named above %s, which shows what it shows without it', async (path) => {
    const names = [...new Set(read.map(({ name }) => name))].filter((name) => !FREE.includes(name))
    const plain = await renderApp({}, path)
    const wrong = await renderApp({}, `${path}?${names.map((name) => `${name}=nonsense`).join('&')}`)
    const textOf = ({ container }: typeof plain) => (container.textContent ?? '').replace(NOTICE, '')
    let equalLooks = 0
    // The parts of a page come one after the other, and at first there are none.
    const looksEqual = () => {
      const text = textOf(plain)
      equalLooks = text === textOf(wrong) && !/Loading|^$/.test(text) ? equalLooks + 1 : 0
      return equalLooks
    }
    await expect.poll(looksEqual, PATIENCE).toBeGreaterThan(EQUAL_LOOKS)
    expect(textOf(wrong)).toBe(textOf(plain))
    expect(plain.container.textContent).not.toMatch(NOTICE)
    if (!BEFORE_SIGN_IN.includes(path)) await expect.poll(() => wrong.container.textContent, PATIENCE).toMatch(NOTICE)
    expect(screen.queryByRole('alert')).toBeNull()
    cleanup()
  })
})

describe('an address of what is not there, or does not fit', () => {
  const shop = { id: 'shop', name: 'Shop', type: 'postgres' }
  const flow = aFlow({ sourceConnection: shop })
  const aRun = (id: string, flowId = flow.id): Run => ({
    ...{ id, flowId, kind: 'move', status: 'succeeded', streams: [], startedAt: '2026-01-01T10:00:00Z' },
  })

  async function at(address: string) {
    const [flows, runs] = [new MemoryFlowRepository(), new MemoryRunRepository()]
    flows.put('org-1', flow)
    for (const run of [aRun('run-1'), aRun('run-2', 'flow-9')]) runs.put('org-1', run)
    await renderApp({ flows, runs }, address)
  }

  it.each([
    ['/flows?view=nonsense&q=shop', 'view=nonsense'],
    ['/flows?state=passed', 'state=passed'],
    ['/?period=1y', 'period=1y'],
    ['/floweditor/flow-1?tab=nonsense', 'tab=nonsense'],
    ['/runs/run-1?tab=nonsense', 'tab=nonsense'],
    ['/organization-settings?section=nonsense', 'section=nonsense'],
  ])('says at %s what it leaves out, until it is dismissed or another page is shown', async (address, words) => {
    await at(address)

    const notice = await screen.findByText(/^This page has no/, {}, PATIENCE)
    expect(notice.textContent).toContain(words)
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    await expect.poll(() => screen.queryByText(/^This page has no/), PATIENCE).toBeNull()
  })

  it.each(['/flows?view=nonsense', '/login?redirect=%2Fflows%3Fview%3Dnonsense'])(
    'says it after sign-in, too (%s)',
    async (address) => {
      const identity = new MemoryIdentity()
      await identity.signUp('ada@example.com', 'engine-1843')
      await identity.signOut()
      const fakes = { identity, session: new Session(), organization: new OrganizationStore() }
      const { router } = await renderApp(fakes, address)
      expect(router.state.location.search.redirect).toBe('/flows?view=nonsense')
      await userEvent.type(await screen.findByLabelText('Email', {}, PATIENCE), 'ada@example.com')
      await userEvent.type(screen.getByLabelText('Password'), 'engine-1843{Enter}')

      const notice = await screen.findByText(/^This page has no/, {}, PATIENCE)
      expect(notice.textContent).toContain('view=nonsense')
    },
  )

  it('says it no longer once something else is asked for on the same page', async () => {
    await at('/flows?view=nonsense')
    await screen.findByText(/^This page has no/, {}, PATIENCE)

    await userEvent.click(await screen.findByRole('radio', { name: 'Order' }, PATIENCE))

    await expect.poll(() => screen.queryByText(/^This page has no/), PATIENCE).toBeNull()
  })

  it('names the filter by which no flow is shown', async () => {
    await at('/flows?connection=gone')

    const filter = await screen.findByRole<HTMLInputElement>('combobox', { name: 'From or to' })
    await expect.poll(() => filter.value, PATIENCE).toBe('A deleted source or destination')
    expect(screen.getByText('No flows match your filters')).toBeDefined()
  })

  it.each([
    ['/sources?dialog=add&kind=bigquery', 'Add a source'],
    ['/destinations?dialog=add&kind=aws_cost_explorer_api', 'Add a destination'],
    ['/sources?dialog=add&kind=nonsense', 'Add a source'],
  ])('offers the types that fit at %s', async (address, title) => {
    await at(address)

    expect(await screen.findByRole('dialog', { name: title }, PATIENCE)).toBeDefined()
  })

  it.each(['gone', 'run-1', 'run-2'])('compares a run with no other than one of its flow (%s)', async (other) => {
    await at(`/runs/run-1?tab=compare&with=${other}`)

    expect(await screen.findByText(/is of another flow, or deleted/, {}, PATIENCE)).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Compare with the previous run' }))
    expect(await screen.findByText(/The flow’s first run/)).toBeDefined()
  })

  it('leads on from an invitation without a token', async () => {
    await at('/accept-invite')

    expect(await screen.findByRole('link', { name: 'Go to the start page' })).toBeDefined()
  })
})
