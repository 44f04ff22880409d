import type { Session } from '../auth/session.ts'
import type { Result } from '../result.ts'
import type { Profile } from './profile.ts'
import type { ProfileRepository } from './profile-repository.ts'

export interface ProfileDeps {
  readonly profiles: ProfileRepository
  readonly session: Session
}

export type FetchProfile = () => Promise<Result<Profile>>

export const makeFetchProfile =
  ({ profiles, session }: ProfileDeps): FetchProfile =>
  async () => {
    const asked = session.get().user
    const fetched = await profiles.fetch()
    if (fetched.ok) session.keepProfile(fetched.value, asked)
    return fetched
  }
