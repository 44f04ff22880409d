import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'

import { LocalStoragePositionStore } from '../../src/adapters/local-storage/local-storage-position-store.ts'
import { ManualClock } from '../../src/adapters/memory/manual-clock.ts'
import { MemoryIdentity } from '../../src/adapters/memory/memory-identity.ts'
import { MemoryLog } from '../../src/adapters/memory/memory-log.ts'
import { httpPorts } from '../../src/composition/http-ports.ts'
import { Session } from '../../src/core/auth/session.ts'
import { OrganizationStore } from '../../src/core/organizations/organization-store.ts'
import { ADA } from '../support/open-client.ts'
import { renderApp } from '../support/render-app.tsx'
import { HOST, makeSpecOnlyApi, type SpecOnlyApi } from '../support/spec-only-api.ts'

let api: SpecOnlyApi
let log: MemoryLog

beforeEach(() => {
  api = makeSpecOnlyApi()
  log = new MemoryLog()
  localStorage.clear()
})

/** The whole client at an address, over HTTP to a host that has the specification's calls and no other. */
function open(address: string, identity = new MemoryIdentity(ADA), plans?: readonly { id: string; name?: string }[]) {
  const clock = new ManualClock()
  const fakes = {
    identity,
    clock,
    log,
    session: new Session(),
    organization: new OrganizationStore(),
    positions: new LocalStoragePositionStore(localStorage),
    ...httpPorts({ baseUrl: HOST, identity, clock, fetch: api.fetch, ...(plans && { plans }) }),
  }
  return renderApp(fakes, address)
}

/** What the toasts on the screen say. */
const toasts = () => {
  const region = screen.getByRole('region', { name: 'Notifications' })
  return [...region.querySelectorAll('[role=alert], [role=status]')].map(({ textContent }) => textContent ?? '')
}

const expectQuiet = () => {
  expect(toasts()).toEqual([])
  expect(screen.queryByText('Something went wrong')).toBeNull()
  expect(log.errors).toEqual([])
}

const calls = (method: string) => api.calls.filter((call) => call.method === method).map(({ path }) => path)

const ORG = '/v1/organizations/org-1'

function withShop() {
  api.state.integrations.push(
    { id: 'i1', name: 'Shop', type: 'postgres', mergedIntegration: true, credentials: POSTGRES },
    { id: 'i2', name: 'Warehouse', type: 'postgres', mergedIntegration: true, credentials: POSTGRES },
  )
  api.state.connections.push(
    { id: 'c1', name: 'Shop', type: 'postgres', capability: 'both', integration_id: 'i1', config: {} },
    { id: 'c2', name: 'Warehouse', type: 'postgres', capability: 'both', integration_id: 'i2', config: {} },
  )
}

function withFlow() {
  withShop()
  api.state.flows.push({
    id: 'f1',
    source_connection: { id: 'c1' },
    destination_connection: { id: 'c2' },
    config: { transformations: [] },
  })
}

const POSTGRES = { host: 'db', port: 5432, user: 'etl', password: 'pw', dbname: 'shop', sslmode: 'prefer' }

describe('a host of the specification alone', () => {
  it('lets one sign in and shows the first organization', async () => {
    const user = userEvent.setup()
    const identity = new MemoryIdentity()
    await identity.signUp('ada@example.com', 'right')
    await identity.signOut()
    await open('/login', identity)

    await user.type(screen.getByLabelText('Email'), 'ada@example.com')
    await user.type(screen.getByLabelText('Password'), 'right{Enter}')

    expect(await screen.findByRole('heading', { name: 'Analytical Engines' })).toBeDefined()
    expectQuiet()
  })

  it.each([
    ['/', 'Analytical Engines'],
    ['/flows', 'Flows'],
    ['/sources', 'Sources'],
    ['/destinations', 'Destinations'],
    ['/integrations', 'Integrations'],
    ['/profile', 'Profile'],
    ['/organization-settings', 'Organization settings'],
    ['/organization-settings?section=members', 'Organization settings'],
    ['/organization-settings?section=invitations', 'Organization settings'],
    ['/organization-settings?section=audit', 'Organization settings'],
    ['/organization-settings/billing', 'Organization settings'],
    ['/billing', 'Billing'],
    ['/organization/create', 'New organization'],
  ])('has everything that %s needs', async (path, heading) => {
    withFlow()
    await open(path)

    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeDefined()
    await settled()

    expectQuiet()
    expect(screen.queryByText(/could not be loaded/)).toBeNull()
  })

  it('has everything that the flow editor needs, and says in place that it keeps no runs', async () => {
    withFlow()
    const user = userEvent.setup()
    await open('/floweditor/f1')

    expect(await screen.findByRole('application', { name: 'Flow' })).toBeDefined()
    await user.click(await screen.findByRole('tab', { name: 'Runs' }))

    expect(await screen.findByText('Not on this server yet', {}, { timeout: 30_000 })).toBeDefined()
    expect(toasts().filter((text) => text !== 'Schema discovered successfully!')).toEqual([])
    expect(log.errors).toEqual([])
  })

  it('gives a flow without a name something to be opened by', async () => {
    withFlow()
    await open('/flows')

    const table = await screen.findByRole('table', { name: 'Flows' })
    const [link] = within(table).getAllByRole('link')

    expect(link?.getAttribute('href')).toBe('/flows/f1')
    expect(link?.textContent).not.toBe('')
  })

  it('adds a database', async () => {
    const user = userEvent.setup()
    await open('/sources?dialog=add&kind=postgres')

    await user.type(await screen.findByLabelText('Name'), 'Shop')
    await user.type(screen.getByLabelText('Host'), 'db')
    await user.type(screen.getByLabelText('User'), 'etl')
    await user.type(screen.getByLabelText('Password'), 'pw')
    await user.type(screen.getByLabelText('Database name'), 'shop')
    await user.click(screen.getByRole('button', { name: 'Test connection' }))
    expect(await screen.findByText('Connection test successful')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Test and save' }))

    await expect.poll(() => api.state.connections).toHaveLength(1)
    expect(api.state.integrations).toMatchObject([{ type: 'postgres', credentials: POSTGRES }])
    expect(log.errors).toEqual([])
  })

  it('edits one, keeping the password that is stored', async () => {
    withShop()
    const user = userEvent.setup()
    await open('/sources?dialog=edit&id=c1')

    const name = await screen.findByLabelText('Name')
    await user.clear(name)
    await user.type(name, 'Store')
    await user.click(screen.getByRole('button', { name: 'Save anyway' }))

    await expect.poll(() => api.state.connections[0]).toMatchObject({ id: 'c1', name: 'Store' })
    const { password: _, ...shown } = POSTGRES
    const sent = api.calls.find(({ method, path }) => method === 'PATCH' && path === `${ORG}/integrations/i1`)
    expect(sent?.body).toEqual({ name: 'Store', credentials: shown })
    expectQuiet()
  })

  it('never sends a mask back: neither a tested connection nor a renamed integration has the secret', async () => {
    withShop()
    const aws = { access_key_id: '********', secret_access_key: '********', region: 'eu-west-1' }
    api.state.integrations.push({ id: 'i3', name: 'AWS', type: 'aws', credentials: aws })
    api.answerNext(`GET ${ORG}/integrations/:/details`, () => Response.json(api.state.integrations[0]))
    const user = userEvent.setup()
    const { router } = await open('/sources?dialog=edit&id=c1')
    await user.click(await screen.findByRole('button', { name: 'Test connection' }))
    expect(await screen.findByText('Connection test successful')).toBeDefined()

    api.answerNext(`GET ${ORG}/integrations/:/details`, () => Response.json(api.state.integrations[2]))
    await router.navigate({ to: '/integrations', search: { dialog: 'edit', id: 'i3' } })
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit AWS' }))
    const name = await dialog.findByLabelText('Name')
    await user.clear(name)
    await user.type(name, 'Amazon')
    await user.click(dialog.getByRole('button', { name: 'Save changes' }))

    await expect.poll(() => calls('PATCH')).toEqual([`${ORG}/integrations/i3`])
    expect(api.calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
      name: 'Amazon',
      credentials: { region: 'eu-west-1' },
    })
    expect(JSON.stringify(api.calls)).not.toContain('****')
  })

  it('tests and discovers one', async () => {
    withShop()
    const user = userEvent.setup()
    await open('/sources?dialog=test&id=c1')
    expect(await screen.findByText('Connection test successful')).toBeDefined()
    await user.click(await screen.findByRole('button', { name: 'Done' }))

    const table = await screen.findByRole('table', { name: 'Sources' })
    const [discover] = within(table).getAllByRole('button', { name: 'Discover' })
    if (discover) await user.click(discover)

    expect(await screen.findByText('Orders')).toBeDefined()
    expect(await screen.findByText('Schema discovered successfully!')).toBeDefined()
    expect(log.errors).toEqual([])
  })

  it('deletes one, and its integration after it', async () => {
    withShop()
    const user = userEvent.setup()
    await open('/sources?dialog=delete&id=c1')

    await user.click(await screen.findByRole('button', { name: 'Delete' }))

    await expect.poll(() => calls('DELETE')).toEqual([`${ORG}/connections/c1`, `${ORG}/integrations/i1`])
    expectQuiet()
  })

  it('draws a flow and runs it', async () => {
    withShop()
    const user = userEvent.setup()
    const { router } = await open('/flows?dialog=add')

    await user.type(await screen.findByRole('combobox', { name: 'Source' }), 'shop{Enter}')
    await user.type(screen.getByRole('combobox', { name: 'Destination' }), 'warehouse{Enter}')
    await user.click(screen.getByRole('button', { name: 'Create flow' }))
    await screen.findByRole('application', { name: 'Flow' })
    const { pathname } = router.state.location
    await user.click(screen.getByRole('button', { name: 'Run' }))

    expect(await screen.findByText('Flow run triggered successfully!')).toBeDefined()
    expect(calls('POST')).toContain(`${ORG}/flows/${pathname.split('/')[2]}/run`)
    expect(toasts().filter((text) => !text.includes('successfully!'))).toEqual([])
    expect(log.errors).toEqual([])
  })

  it('says that it has no dry runs to whoever asks for one, and shows them no more', async () => {
    withFlow()
    const user = userEvent.setup()
    const { router } = await open('/flows')
    const more = async () => user.click(await screen.findByRole('button', { name: 'More for f1' }))

    await more()
    await user.click(await screen.findByRole('menuitem', { name: 'Dry run' }))
    expect(await screen.findByText('This server does not offer that.')).toBeDefined()
    await more()
    expect(await screen.findByRole('menuitem', { name: 'Duplicate' })).toBeDefined()
    expect(screen.queryByRole('menuitem', { name: 'Dry run' })).toBeNull()

    await user.keyboard('{Escape}')
    await router.navigate({ to: '/floweditor/$id', params: { id: 'f1' } })
    await user.click(await screen.findByRole('button', { name: 'More' }))
    expect(await screen.findByRole('menuitem', { name: 'Settings' })).toBeDefined()
    expect(screen.queryByRole('menuitem', { name: 'Dry run' })).toBeNull()
    expect(calls('POST').filter((path) => path.endsWith('/dry-run'))).toHaveLength(1)
    expect(log.errors).toEqual([])
  })

  it('offers no sample data once it was found to have none, on whatever page', async () => {
    const user = userEvent.setup()
    const { router } = await open('/sources')

    await user.click(await screen.findByRole('button', { name: 'Use sample data' }))
    expect(await screen.findByText('This server does not offer that.')).toBeDefined()
    await expect.poll(() => screen.queryByRole('button', { name: 'Use sample data' })).toBeNull()

    await router.navigate({ to: '/flows' })
    expect(await screen.findByText('No flows yet')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Use sample data' })).toBeNull()
  })

  it('has no place for runs, alerts and the audit log once it was found to keep none', async () => {
    withFlow()
    const user = userEvent.setup()
    const { router } = await open('/floweditor/f1?tab=runs')
    expect(await screen.findByText('Not on this server yet')).toBeDefined()
    await user.click(screen.getByRole('tab', { name: 'Outline' }))
    expect(screen.queryByRole('tab', { name: 'Runs' })).toBeNull()

    for (const section of ['alerts', 'audit'] as const) {
      await router.navigate({ to: '/organization-settings', search: { section } })
      await screen.findByRole('tab', { name: section === 'alerts' ? 'Alerts' : 'Audit log', selected: true })
      const call = section === 'alerts' ? 'alert-channels' : 'audit'
      await expect.poll(() => calls('GET')).toContainEqual(expect.stringMatching(`^${ORG}/${call}`))
      await settled()
    }
    await user.click(screen.getByRole('tab', { name: 'General' }))
    await expect.poll(() => screen.queryByRole('tab', { name: 'Audit log' })).toBeNull()
    expect(screen.queryByRole('tab', { name: 'Alerts' })).toBeNull()
  })

  it('names the connections of a flow that carries only their ids', async () => {
    withFlow()
    const { router } = await open('/floweditor/f1')
    expect(await screen.findByRole('group', { name: 'Source: Shop' })).toBeDefined()
    expect(screen.getByRole('group', { name: 'Destination: Warehouse' })).toBeDefined()

    await router.navigate({ to: '/flows' })
    const table = await screen.findByRole('table', { name: 'Flows' })
    expect(within(table).getByText('Shop')).toBeDefined()
    expect(within(table).getByText('Warehouse')).toBeDefined()
  })

  it('raises the same toast once when a list cannot be had at start', async () => {
    const refusal = () => Response.json({ message: 'Boom' }, { status: 500 })
    for (let time = 0; time < 3; time++) api.answerNext(`GET ${ORG}/connections`, refusal)
    const raised: string[] = []
    const watch = new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        const text = node.textContent ?? ''
        if (node instanceof HTMLElement && node.closest('[data-toasts]') && text.includes('Failed')) raised.push(text)
      }
    })
    watch.observe(document, { childList: true, subtree: true })
    await open('/sources')

    expect(await screen.findByText('Sources could not be loaded')).toBeDefined()
    await settled()
    watch.disconnect()

    expect(toasts()).toEqual([expect.stringContaining('Failed to fetch connections')])
    expect(raised.length).toBeLessThanOrEqual(1)
  })

  it('runs a flow with transformations of which only id and position are known, moves them and removes them', async () => {
    withFlow()
    const known = [
      { id: 't1', position: { x: 1, y: 2 } },
      { id: 't2', position: { x: 3, y: 4 } },
      { id: 't3', type: 'of-this-host', config: { a: 1 } },
    ]
    api.state.flows[0] = { ...api.state.flows[0], id: 'f1', config: { transformations: known } }
    const user = userEvent.setup()
    await open('/floweditor/f1?tab=outline')
    const stored = () => (api.state.flows[0]?.['config'] as { transformations: unknown } | undefined)?.transformations

    await user.click(await screen.findByRole('button', { name: 'Run' }))
    expect(await screen.findByText('Flow run triggered successfully!')).toBeDefined()
    expect(calls('POST')).toContain(`${ORG}/flows/f1/run`)

    await user.click(screen.getByRole('tab', { name: 'Outline' }))
    const [, down] = await screen.findAllByRole('button', { name: /Move .* down|Move down/ })
    if (down) await user.click(down)
    const [remove] = screen.getAllByRole('button', { name: /Remove/ })
    if (remove) await user.click(remove)

    await expect.poll(stored).toEqual([{ id: 't3', type: 'of-this-host', config: { a: 1 } }, { id: 't2' }])
    expect(toasts().filter((text) => !text.includes('successfully!'))).toEqual([])
    expect(log.errors).toEqual([])
  })

  it('deletes a flow', async () => {
    withFlow()
    const user = userEvent.setup()
    await open('/flows?dialog=delete&id=f1')

    await user.click(await screen.findByRole('button', { name: 'Delete' }))

    await expect.poll(() => api.state.flows).toEqual([])
    expectQuiet()
  })

  it('adds, edits and deletes an integration', async () => {
    const user = userEvent.setup()
    const { router } = await open('/integrations?dialog=add&kind=sendgrid')

    await user.type(await screen.findByLabelText('Name'), 'Mail')
    await user.type(screen.getByLabelText('API Key'), 'SG.1')
    await user.click(screen.getByRole('button', { name: 'Add integration' }))
    await expect.poll(() => api.state.integrations).toMatchObject([{ name: 'Mail', credentials: { api_key: 'SG.1' } }])
    const id = api.state.integrations[0]?.id ?? ''

    await router.navigate({ to: '/integrations', search: { dialog: 'edit', id } })
    await user.type(await screen.findByLabelText('API Key'), 'SG.2')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await expect.poll(() => api.state.integrations).toMatchObject([{ credentials: { api_key: 'SG.2' } }])

    await router.navigate({ to: '/integrations', search: { dialog: 'delete', id } })
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await expect.poll(() => api.state.integrations).toEqual([])
    expectQuiet()
  })

  it('takes a new name for the person, and for the organization', async () => {
    const user = userEvent.setup()
    const { router } = await open('/profile')

    await user.type(await screen.findByLabelText('Your name'), 'Ada L.')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Profile updated successfully')).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>('Your name').value).toBe('Ada L.')

    await router.navigate({ to: '/organization-settings' })
    const name = await screen.findByLabelText('Organization name')
    await user.clear(name)
    await user.type(name, 'Looms')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await expect.poll(() => api.state.organizations[0]).toEqual({ id: 'org-1', name: 'Looms' })
    expect(log.errors).toEqual([])
  })

  it.each([
    ['says why', () => Response.json({ message: 'Ask Grace.' }, { status: 500, statusText: 'Boom today' })],
    ['says nothing', () => new Response(null, { status: 500, statusText: 'Boom today' })],
  ])(
    'tells a refused deletion of an organization by its status text, in the dialog as in the toast (%s)',
    async (_, answer) => {
      const user = userEvent.setup()
      await open('/organization-settings?dialog=delete')
      api.answerNext(`DELETE ${ORG}`, answer)

      await user.type(await screen.findByLabelText('Type Analytical Engines to confirm'), 'Analytical Engines')
      await user.click(screen.getByRole('button', { name: 'Delete organization' }))

      const dialog = screen.getByRole('alertdialog')
      expect(await within(dialog).findByText('Boom today')).toBeDefined()
      expect(toasts()).toHaveLength(1)
      expect(toasts()[0]).toContain('Boom today')
      expect(screen.queryByText(/HTTP error/)).toBeNull()
    },
  )

  it('creates an organization', async () => {
    api.state.organizations = []
    const user = userEvent.setup()
    await open('/')

    await user.type(await screen.findByLabelText('Organization name'), 'Compilers')
    await user.click(screen.getByRole('button', { name: 'Create organization' }))

    expect(await screen.findByRole('heading', { name: 'Compilers' })).toBeDefined()
    expectQuiet()
  })

  it('invites somebody, changes a member’s role and removes a member', async () => {
    api.state.members.push({ id: 'member-2', roles: ['admin'] })
    const user = userEvent.setup()
    const { router } = await open('/organization-settings?section=invitations&dialog=add')

    await user.type(await screen.findByLabelText('E-mail address'), 'bob@example.com')
    await user.click(screen.getByRole('button', { name: 'Invite' }))
    expect(await screen.findByText('Member invited successfully')).toBeDefined()
    expect(await screen.findByText(/does not list invitations/)).toBeDefined()

    const section = 'members' as const
    await router.navigate({ to: '/organization-settings', search: { section, dialog: 'edit', id: 'member-2' } })
    await user.click(await screen.findByRole('radio', { name: 'Editor' }))
    await user.click(screen.getByRole('button', { name: 'Change role' }))
    expect(await screen.findByText('Member role updated successfully')).toBeDefined()
    expect(api.state.members).toContainEqual({ id: 'member-2', roles: ['editor'] })

    await router.navigate({ to: '/organization-settings', search: { section, dialog: 'delete', id: 'member-2' } })
    await user.click(await screen.findByRole('button', { name: 'Remove member' }))
    expect(await screen.findByText('Member removed successfully')).toBeDefined()
    expect(api.state.members).toHaveLength(1)
    expect(log.errors).toEqual([])
  })

  it.each([
    ['those of the deployment', [{ id: 'gold-2', name: 'Gold' }, { id: 'silver' }], ['Gold', 'silver'], 'gold-2'],
    ['its own where the deployment names none', undefined, ['Team', 'Business'], 'team'],
  ])('starts a checkout although the host lists no plans: offers %s', async (_, plans, names, chosen) => {
    const user = userEvent.setup()
    await open('/billing', undefined, plans)

    const offer = within(await screen.findByRole('region', { name: 'Plans' }))
    expect(offer.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(names)
    // Prices are the host's to say.
    expect(offer.queryByText(/\$/)).toBeNull()
    await user.click(offer.getByRole('button', { name: `Choose ${names[0]}` }))

    await expect.poll(() => calls('POST')).toContain(`${ORG}/billing/checkout-session`)
    expect(api.calls.findLast(({ method }) => method === 'POST')?.body).toEqual({ plan_id: chosen })
  })

  it('accepts an invitation', async () => {
    const user = userEvent.setup()
    await open('/accept-invite?token=secret')

    await user.click(await screen.findByRole('button', { name: 'Accept the invitation' }))

    expect(await screen.findByRole('heading', { name: 'Analytical Engines' })).toBeDefined()
    expectQuiet()
  })
})

/** Puts fields that nobody knows into every object, and known ones in shapes that nobody expects. */
const withMore = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withMore)
  if (typeof value !== 'object' || value === null) return value
  const known = Object.entries(value).map(([name, inner]) => [name, withMore(inner)])
  return { ...ODD, ...Object.fromEntries(known) }
}
const ODD = {
  colour: 'red',
  nested: { deep: [1] },
  created_at: 1_735_689_600,
  last_test: 'never',
  last_run: 7,
  roles: 5,
}

/** Leaves nothing but what something is known and shown by. */
const withLess = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withLess)
  if (typeof value !== 'object' || value === null) return value
  const { id, name, type, entities, url } = value as Record<string, unknown>
  return { id, name, type, entities: withLess(entities), url }
}

describe.each([
  ['tells more than it has to', withMore],
  ['tells less than it could', withLess],
])('a host that %s', (_, retold) => {
  it.each([
    ['/', 'Analytical Engines'],
    ['/flows', 'Flows'],
    ['/sources', 'Sources'],
    ['/integrations', 'Integrations'],
    ['/organization-settings', 'Organization settings'],
    ['/billing', 'Billing'],
    ['/profile', 'Profile'],
  ])('does no harm to %s', async (path, heading) => {
    withFlow()
    const { fetch } = api
    const told: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      const text = await response.text()
      const body = text.startsWith('{') || text.startsWith('[') ? JSON.stringify(retold(JSON.parse(text))) : text
      return new Response(body || null, { status: response.status })
    }
    api = { ...api, fetch: told }

    await open(path)
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeDefined()
    await settled()

    expectQuiet()
    expect(screen.queryByText(/could not be loaded/)).toBeNull()
    if (path === '/sources') expect(screen.getByText('Shop')).toBeDefined()
  })
})

/** Everything that the page asks for on its own was answered. */
async function settled() {
  let before = -1
  await expect
    .poll(() => {
      const isStill = before === api.calls.length
      before = api.calls.length
      return isStill
    })
    .toBe(true)
}
