import type { Result } from '../result.ts'
import type { ProfileDeps } from './deps.ts'
import type { Profile } from './profile.ts'

export type FetchProfile = () => Promise<Result<Profile>>

export const makeFetchProfile =
  ({ profiles, session }: ProfileDeps): FetchProfile =>
  async () => {
    const asked = session.get().user
    const fetched = await profiles.fetch()
    if (fetched.ok) session.keepProfile(fetched.value, asked)
    return fetched
  }
