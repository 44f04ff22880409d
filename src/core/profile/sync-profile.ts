import type { Result } from '../result.ts'
import type { ProfileRepository } from './profile-repository.ts'

export type SyncProfile = () => Promise<Result<void>>

export const makeSyncProfile =
  ({ profiles }: { readonly profiles: ProfileRepository }): SyncProfile =>
  () =>
    profiles.sync()
