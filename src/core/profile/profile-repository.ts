import type { Result } from '../result.ts'
import type { Ownership, Profile, ProfileChange } from './profile.ts'

/** The signed-in person's profile. */
export interface ProfileRepository {
  fetch(): Promise<Result<Profile>>
  update(change: ProfileChange): Promise<Result<Profile>>
  /** Makes the server copy name, address and picture from the identity provider. */
  sync(): Promise<Result<void>>
  /** All stored data about the person, as JSON for reading. May be `not-offered`. */
  export(): Promise<Result<string>>
  /** The person's organizations that the deletion would affect. May be `not-offered`. */
  ownerships(): Promise<Result<readonly Ownership[]>>
  /** Deletes the person, and the organizations without another owner, each of which must be named. */
  delete(organizationIds: readonly string[]): Promise<Result<void>>
}
