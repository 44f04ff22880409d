import { beforeEach, describe, expect, it } from 'vitest'
import { servicesOver } from '../../../test/support/services-over.ts'
import { MemoryIdentity } from '../../adapters/memory/memory-identity.ts'
import { memoryPorts } from '../../adapters/memory/ports/memory-ports.ts'
import { OrganizationStore } from '../organizations/organization-store.ts'
import type { Services } from '../services/services.ts'
import { Session } from './session.ts'

const email = 'ada@example.com'
const refused = (code: 'wrong-password' | 'user-not-found' | 'too-many-requests' | 'unknown', providerMessage = '') =>
  ({ kind: 'identity', code, providerMessage }) as const

let ports: ReturnType<typeof memoryPorts>
let services: Services

beforeEach(() => {
  ports = {
    ...memoryPorts(),
    identity: new MemoryIdentity(),
    session: new Session(),
    organization: new OrganizationStore(),
  }
  services = servicesOver(ports)
  services.watchSession()
})

describe('signing up', () => {
  it('creates the account and starts the session', async () => {
    expect(await services.signUp(email, 'engine-1843')).toEqual({ ok: true, value: undefined })
    expect(services.sessionState.get()).toMatchObject({ status: 'signed-in', user: { email } })
  })

  it('shows the provider’s message', async () => {
    await services.signUp(email, 'engine-1843')
    await services.signOut()
    ports.notifier.shown.length = 0

    expect(await services.signUp(email, 'another')).toMatchObject({
      ok: false,
      failure: { code: 'email-already-in-use' },
    })
    expect(ports.notifier.shown).toEqual([{ type: 'negative', text: 'The email address is already in use.' }])
  })
})

describe('signing in', () => {
  beforeEach(async () => {
    await services.signUp(email, 'engine-1843')
    await services.signOut()
  })

  it('starts the session', async () => {
    expect(await services.signIn(email, 'engine-1843')).toEqual({ ok: true, value: undefined })
    expect(services.sessionState.get().status).toBe('signed-in')
  })

  it('says the same for a wrong password and for an unknown address', async () => {
    await services.signIn(email, 'wrong')
    ports.identity.failNext(refused('wrong-password'))
    await services.signIn(email, 'wrong')
    ports.identity.failNext(refused('user-not-found'))
    await services.signIn('nobody@example.com', 'wrong')

    expect(ports.notifier.shown).toEqual(Array(3).fill({ type: 'negative', code: 'auth.invalid-credential' }))
    expect(services.sessionState.get().status).toBe('signed-out')
  })
})

describe('signing in with Google', () => {
  it('starts the session', async () => {
    expect(await services.signInWithGoogle()).toEqual({ ok: true, value: undefined })
    expect(services.sessionState.get().status).toBe('signed-in')
  })

  it('says that it failed', async () => {
    ports.identity.failNext(refused('unknown', 'The popup has been closed by the user.'))

    await services.signInWithGoogle()

    expect(ports.notifier.shown).toEqual([
      { type: 'negative', code: 'auth.google.failed', detail: 'The popup has been closed by the user.' },
    ])
  })
})

describe('resetting the password', () => {
  it('sends the mail and says so', async () => {
    await services.sendPasswordReset(email)

    expect(ports.identity.resets).toEqual([email])
    expect(ports.notifier.shown).toEqual([{ type: 'positive', code: 'auth.password-reset.sent' }])
  })

  it('says that it failed', async () => {
    ports.identity.failNext(refused('too-many-requests'))

    await services.sendPasswordReset(email)

    expect(ports.notifier.shown).toEqual([{ type: 'negative', code: 'auth.password-reset.failed' }])
  })
})

describe('signing out', () => {
  it('clears user, profile, organizations, connections, flows and integrations', async () => {
    await services.signUp(email, 'engine-1843')
    ports.resources.keepConnections('org-1', [])

    expect(await services.signOut()).toEqual({ ok: true, value: undefined })

    expect(services.sessionState.get()).toEqual({ status: 'signed-out', user: null, profile: null })
    expect(services.organizationState.get()).toEqual({ status: 'unknown', organizations: [], active: null })
    expect(ports.resources).toMatchObject({ connections: new Map(), flows: new Map(), integrations: new Map() })
  })

  it('clears them even when the provider cannot be told', async () => {
    await services.signUp(email, 'engine-1843')
    ports.identity.failNext({ kind: 'identity', code: 'network-request-failed', providerMessage: '' })

    expect(await services.signOut()).toMatchObject({ ok: false })
    expect(services.sessionState.get().user).toBeNull()
  })
})
