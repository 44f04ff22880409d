import type { Result } from '../result.ts'
import type { Ownership } from './profile.ts'
import type { ProfileRepository } from './profile-repository.ts'

/** What leaving for good means for each organization. */
export type ListOwnerships = () => Promise<Result<readonly Ownership[]>>

export const makeListOwnerships =
  ({ profiles }: { readonly profiles: ProfileRepository }): ListOwnerships =>
  () =>
    profiles.ownerships()
