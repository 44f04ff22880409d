import type { Unsubscribe } from '../observable.ts'
import { type EndSessionDeps, endSession } from './end-session.ts'
import type { Identity } from './identity.ts'
import type { StartSession } from './start-session.ts'

export interface WatchSessionDeps extends EndSessionDeps {
  readonly identity: Identity
  readonly startSession: StartSession
}

/** Called once at the start of the application; no other call is made before the first sign-in state is known. */
export type WatchSession = () => Unsubscribe

export const makeWatchSession =
  ({ identity, startSession, session, organization, chosenOrganization, resources }: WatchSessionDeps): WatchSession =>
  () =>
    identity.subscribe((user) => {
      if (user) void startSession()
      else endSession({ session, organization, chosenOrganization, resources })
    })
