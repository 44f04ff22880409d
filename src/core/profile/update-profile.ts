import { defined } from '../catalog/defined.ts'
import { map, type Result } from '../result.ts'
import type { ProfileDeps } from './deps.ts'
import type { Profile, ProfileChange } from './profile.ts'

export type UpdateProfile = (change: ProfileChange) => Promise<Result<Profile>>

export const makeUpdateProfile =
  ({ profiles, session }: ProfileDeps): UpdateProfile =>
  async (change) => {
    const asked = session.get().user
    const updated = await profiles.update(change)
    // The specification shows no answer: if a server returns nothing, the requested values count as saved.
    return map(updated, (answer) => {
      const profile = changed(session.get().profile ?? {}, change, answer)
      session.keepProfile(profile, asked)
      return profile
    })
  }

function changed(
  { photoUrl: before, ...known }: Profile,
  { displayName, photoUrl = before }: ProfileChange,
  answer: Profile,
): Profile {
  return {
    ...known,
    ...defined({ displayName, photoUrl: photoUrl !== undefined && photoUrl !== null ? photoUrl : undefined }),
    ...answer,
  }
}
