import { defined } from '../../../core/catalog/defined.ts'
import type { Language } from '../../../core/catalog/languages.ts'
import type { Ownership, Profile, ProfileChange } from '../../../core/profile/profile.ts'
import type { ProfileRepository } from '../../../core/profile/profile-repository.ts'
import type { Result } from '../../../core/result.ts'
import { MemoryAnswers } from '../memory-answers.ts'

export class MemoryProfileRepository extends MemoryAnswers implements ProfileRepository {
  profile: Profile = { uid: 'user-1', email: 'ada@example.com', displayName: 'Ada' }
  owned: readonly Ownership[] = []
  /** The organizations that were deleted with the account; empty while it exists. */
  deletedWith: readonly string[] | undefined

  async fetch(): Promise<Result<Profile>> {
    return this.answer(() => this.profile)
  }

  /** The language of e-mail to the user. */
  language: Language | undefined

  async update({ photoUrl, language, ...change }: ProfileChange): Promise<Result<Profile>> {
    return this.answer(() => {
      this.language = language ?? this.language
      const { photoUrl: known, ...profile } = this.profile
      const picture = photoUrl === undefined ? known : photoUrl
      this.profile = { ...profile, ...change, ...defined({ photoUrl: picture || undefined }) }
      return this.profile
    })
  }

  async export(): Promise<Result<string>> {
    return this.answer(() => JSON.stringify({ profile: this.profile }, null, 2))
  }

  async ownerships(): Promise<Result<readonly Ownership[]>> {
    return this.answer(() => this.owned)
  }

  async delete(organizationIds: readonly string[]): Promise<Result<void>> {
    return this.answer(() => {
      this.deletedWith = organizationIds
    })
  }

  async sync(): Promise<Result<void>> {
    return this.answer(() => undefined)
  }
}
