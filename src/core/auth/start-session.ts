import type { ConnectionCalls } from '../connections/connection-calls.ts'
import type { FlowCalls } from '../flows/flow-calls.ts'
import type { IntegrationCalls } from '../integrations/integration-calls.ts'
import type { Announce } from '../notices/announce.ts'
import type { Log, Notifier } from '../notices/notice.ts'
import type { OrganizationCalls } from '../organizations/organization-calls.ts'
import { makeFetchProfile } from '../profile/fetch-profile.ts'
import type { ProfileCalls } from '../profile/profile-calls.ts'
import type { ProfileRepository } from '../profile/profile-repository.ts'
import type { Clock } from './clock.ts'
import { type EndSessionDeps, endSession } from './end-session.ts'
import type { Identity } from './identity.ts'
import type { SignOut } from './sign-out.ts'
import type { User } from './user.ts'
import { makeWaitForUser } from './wait-for-user.ts'

export interface StartSessionDeps extends EndSessionDeps {
  readonly announce: Announce
  readonly identity: Identity
  readonly clock: Clock
  readonly log: Log
  readonly notifier: Notifier
  readonly profiles: ProfileRepository
  readonly syncProfile: ProfileCalls['syncProfile']
  readonly listOrganizations: OrganizationCalls['listOrganizations']
  readonly listIntegrations: IntegrationCalls['listIntegrations']
  readonly listConnections: ConnectionCalls['listConnections']
  readonly listFlows: FlowCalls['listFlows']
  readonly signOut: SignOut
}

/** Resolves when the session is ready, or has ended again; the session's state shows which. */
export type StartSession = () => Promise<void>

/** The steps after sign-in, in the order of spec §4. Safe to call twice: the second call joins the first. */
export function makeStartSession(deps: StartSessionDeps): StartSession {
  const { announce, identity, clock, log, notifier, session, organization, resources, profiles, signOut } = deps
  const waitForUser = announce('waitForUser', makeWaitForUser({ identity, clock }))
  const fetchProfile = announce('fetchProfileAfterSignIn', makeFetchProfile({ profiles, session }))
  const starting = new Map<string, Promise<void>>()

  async function start(user: User): Promise<void> {
    const known = session.get().user
    if (known?.uid === user.uid) return
    if (known) endSession(deps)
    session.begin(user)
    // If a sign-out happened meanwhile, here or in another tab, this start ends: no late result may be stored.
    const isOver = () => session.get().user?.uid !== user.uid

    await deps.syncProfile()
    if (isOver()) return
    const profile = await fetchProfile()
    if (isOver()) return
    if (!profile.ok) return void (await signOut())

    await deps.listOrganizations()
    if (isOver()) return
    await load()
    if (!isOver()) session.ready()
  }

  async function load(): Promise<void> {
    const active = organization.require()
    if (!active.ok) return
    // Requested in this order, but not one after the other, because three waits would be noticeable.
    const [integrations, connections, flows] = await Promise.all([
      deps.listIntegrations(),
      deps.listConnections(),
      deps.listFlows(),
    ])
    const now = organization.require()
    if (!now.ok || now.value !== active.value) return
    if (integrations.ok) resources.keepIntegrations(active.value, integrations.value)
    if (connections.ok) resources.keepConnections(active.value, connections.value)
    if (flows.ok) resources.keepFlows(active.value, flows.value)
  }

  return async () => {
    const waited = await waitForUser()
    if (!waited.ok) return void (await signOut())
    const user = waited.value
    const running =
      starting.get(user.uid) ??
      start(user)
        // Only a bug throws. A half-started session would be worse than none.
        .catch((error: unknown) => {
          log.error('startSession', error)
          notifier.show({ type: 'negative', code: 'unexpected' })
          return signOut().then(() => undefined)
        })
        .finally(() => starting.delete(user.uid))
    starting.set(user.uid, running)
    return running
  }
}
