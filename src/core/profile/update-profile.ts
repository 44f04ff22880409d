import type { Result } from '../result.ts'
import type { ProfileDeps } from './fetch-profile.ts'
import type { Profile, ProfileChange } from './profile.ts'

export type UpdateProfile = (change: ProfileChange) => Promise<Result<Profile>>

export const makeUpdateProfile =
  ({ profiles, session }: ProfileDeps): UpdateProfile =>
  async (change) => {
    const asked = session.get().user
    const updated = await profiles.update(change)
    if (updated.ok) session.keepProfile(updated.value, asked)
    return updated
  }
