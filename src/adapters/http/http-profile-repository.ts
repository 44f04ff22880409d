import { USER_ROUTES } from '../../contract/users.ts'
import type { Ownership, Profile, ProfileChange } from '../../core/profile/profile.ts'
import type { ProfileRepository } from '../../core/profile/profile-repository.ts'
import { map, type Result } from '../../core/result.ts'
import type { HttpClient } from './http-client.ts'
import { snakeCased } from './snake-cased.ts'

export class HttpProfileRepository implements ProfileRepository {
  readonly #http: HttpClient

  constructor(http: HttpClient) {
    this.#http = http
  }

  fetch(): Promise<Result<Profile>> {
    return this.#http.call(USER_ROUTES.getProfile, {})
  }

  update(change: ProfileChange): Promise<Result<Profile>> {
    return this.#http.callLoosely(USER_ROUTES.updateProfile, { body: snakeCased(change) })
  }

  sync(): Promise<Result<void>> {
    return this.#http.send(USER_ROUTES.syncProfile, {})
  }

  async export(): Promise<Result<string>> {
    return map(await this.#http.call(USER_ROUTES.exportPersonalData, {}), (data) => JSON.stringify(data, null, 2))
  }

  async ownerships(): Promise<Result<readonly Ownership[]>> {
    return map(await this.#http.call(USER_ROUTES.previewAccountDeletion, {}), ({ organizations }) => organizations)
  }

  delete(organizationIds: readonly string[]): Promise<Result<void>> {
    return this.#http.send(USER_ROUTES.deleteAccount, { body: { organization_ids: organizationIds } })
  }
}
