import type { Result } from '../result.ts'
import type { Profile, ProfileChange } from './profile.ts'

/** The signed-in person's profile. */
export interface ProfileRepository {
  fetch(): Promise<Result<Profile>>
  update(change: ProfileChange): Promise<Result<Profile>>
  /** Has the server take name, address and picture over from the identity provider. */
  sync(): Promise<Result<void>>
}
