import type { Result } from '../result.ts'
import type { Ownership, Profile, ProfileChange } from './profile.ts'

/** The signed-in person's profile. */
export interface ProfileRepository {
  fetch(): Promise<Result<Profile>>
  update(change: ProfileChange): Promise<Result<Profile>>
  /** Has the server take name, address and picture over from the identity provider. */
  sync(): Promise<Result<void>>
  /** All that the server keeps of the person, as JSON to read. May be `not-offered`. */
  export(): Promise<Result<string>>
  /** The person's organizations, for whom it matters that they go. May be `not-offered`. */
  ownerships(): Promise<Result<readonly Ownership[]>>
  /** Forgets the person, and the organizations that nobody else owns, each of which has to be named. */
  delete(organizationIds: readonly string[]): Promise<Result<void>>
}
