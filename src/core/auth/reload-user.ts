import type { FetchProfile } from '../profile/fetch-profile.ts'
import type { ProfileRepository } from '../profile/profile-repository.ts'
import type { Result } from '../result.ts'
import type { Identity } from './identity.ts'
import type { Session } from './session.ts'

/** Reads the signed-in user from the provider again, so that an address that was verified elsewhere counts here and on the server. */
export type ReloadUser = () => Promise<Result<void>>

interface ReloadUserDeps {
  readonly identity: Identity
  readonly session: Session
  readonly profiles: ProfileRepository
  readonly fetchProfile: FetchProfile
}

export const makeReloadUser =
  ({ identity, session, profiles, fetchProfile }: ReloadUserDeps): ReloadUser =>
  async () => {
    const reloaded = await identity.reload()
    if (!reloaded.ok) return reloaded
    const user = identity.currentUser()
    if (user) session.keepUser(user)
    await profiles.sync()
    await fetchProfile()
    return reloaded
  }
