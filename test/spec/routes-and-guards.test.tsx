import { act, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { MemoryFlowRepository } from '../../src/adapters/memory/flows/memory-flow-repository.ts'
import { MemoryIdentity } from '../../src/adapters/memory/memory-identity.ts'
import { MemoryInvitationRepository } from '../../src/adapters/memory/organizations/memory-invitation-repository.ts'
import { Session } from '../../src/core/auth/session.ts'
import { aFlow } from '../support/builders.ts'
import { renderApp } from '../support/render-app.tsx'

const signedOut = () => ({ identity: new MemoryIdentity(), session: new Session() })

function withFlow() {
  const flows = new MemoryFlowRepository()
  flows.put('org-1', aFlow())
  return { flows }
}

/** Section 2: every route that requires sign-in, and the heading that its page has. */
const REQUIRES_AUTH = [
  ['/', 'Analytical Engines'],
  ['/flows', 'Flows'],
  ['/sources', 'Sources'],
  ['/destinations', 'Destinations'],
  ['/integrations', 'Integrations'],
  ['/floweditor/flow-1', undefined],
  ['/profile', 'Profile'],
  ['/organization-settings', 'Organization settings'],
  ['/organization-settings/billing', 'Organization settings'],
  ['/billing', 'Billing'],
  ['/organization/create', 'New organization'],
  ['/accept-invite', undefined],
] as const

const PUBLIC = [
  ['/login', 'Sign in'],
  ['/register', 'Create an account'],
] as const

afterEach(() => void vi.restoreAllMocks())

describe('routes that require sign-in', () => {
  it.each(REQUIRES_AUTH)('%s redirects to /login when nobody is signed in', async (path) => {
    const { router } = await renderApp(signedOut(), path)

    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeDefined()
    expect(router.state.location).toMatchObject({ pathname: '/login', search: { redirect: path } })
  })

  it.each(REQUIRES_AUTH)('%s is inside the main layout for whoever is signed in', async (path, heading) => {
    const { router } = await renderApp(withFlow(), path)

    if (heading) expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeDefined()
    expect(within(screen.getByRole('main')).queryByText('Page not found')).toBeNull()
    expect(screen.getByRole('link', { name: 'Skip to the content' })).toBeDefined()
    expect(router.state.location.pathname).toBe(path)
  })

  it('/floweditor/:id opens the flow with that identifier', async () => {
    await renderApp(withFlow(), '/floweditor/flow-1')

    const canvas = await screen.findByRole('application', { name: 'Flow' })
    expect(canvas).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>('Name of the flow').value).toBe('Shop to warehouse')
  })

  it('/accept-invite is where an invitation is accepted', async () => {
    const invitations = new MemoryInvitationRepository()
    await invitations.create('org-9', { email: 'ada@example.com', roles: ['viewer'] })

    await renderApp({ invitations }, '/accept-invite?token=token-invitation-1')

    expect(await screen.findByRole('button', { name: 'Accept the invitation' })).toBeDefined()
  })
})

describe('public routes', () => {
  it.each(PUBLIC)('%s passes without sign-in, inside the authentication layout', async (path, heading) => {
    const { router } = await renderApp(signedOut(), path)

    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeDefined()
    expect(screen.getByRole('complementary', { name: 'About Millrace' })).toBeDefined()
    expect(router.state.location.pathname).toBe(path)
  })
})

describe('any other path', () => {
  it.each(['/nowhere', '/flows/1/2', '/floweditor', '/organization-settings/other'])(
    '%s shows a not-found page, signed in or not',
    async (path) => {
      const { router } = await renderApp(signedOut(), path)

      expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeDefined()
      expect(router.state.location.pathname).toBe(path)
    },
  )

  it('does so too for whoever is signed in', async () => {
    await renderApp({}, '/nowhere')

    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeDefined()
  })
})

describe('navigation', () => {
  it('resets the scroll position to the top every time', async () => {
    const { router } = await renderApp({}, '/flows')
    await screen.findByRole('heading', { name: 'Flows' })
    const scrollTo = vi.spyOn(window, 'scrollTo')

    for (const to of ['/sources', '/profile', '/flows'] as const) {
      scrollTo.mockClear()
      await act(() => router.navigate({ to }))
      expect(scrollTo, to).toHaveBeenCalledWith({ top: 0 })
    }
  })
})

describe('the flow editor', () => {
  it('shows a source node, a destination node and transformation nodes, each at its position', async () => {
    const { flows } = withFlow()
    const step = (id: string) => ({ id, type: 'limit', settings: {} })
    flows.put('org-1', aFlow({ id: 'f2', config: { streams: [], transformations: [step('t0'), step('t1')] } }))

    const { container } = await renderApp({ flows }, '/floweditor/f2')
    await screen.findByRole('application', { name: 'Flow' })

    const nodes = [...container.querySelectorAll<HTMLElement>('.react-flow__node')]
    expect(nodes.map(({ style }) => style.transform.replaceAll(' ', ''))).toEqual([
      'translate(50px,150px)',
      'translate(250px,50px)',
      'translate(250px,150px)',
      'translate(450px,150px)',
    ])
    expect(nodes[0]?.textContent).toContain('Source')
    expect(nodes.at(-1)?.textContent).toContain('Destination')
  })
})
