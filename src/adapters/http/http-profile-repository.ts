import type { ProfileResponse } from '../../contract/users.ts'
import { USER_ROUTES } from '../../contract/users.ts'
import { TOUR_STATES } from '../../core/catalog/tour-states.ts'
import type { Ownership, Profile, ProfileChange } from '../../core/profile/profile.ts'
import type { ProfileRepository } from '../../core/profile/profile-repository.ts'
import { map, type Result } from '../../core/result.ts'
import type { HttpClient } from './http-client.ts'
import { withoutAbsent } from './without-absent.ts'

export class HttpProfileRepository implements ProfileRepository {
  readonly #http: HttpClient

  constructor(http: HttpClient) {
    this.#http = http
  }

  async fetch(): Promise<Result<Profile>> {
    return map(await this.#http.call(USER_ROUTES.getProfile, {}), profileFromWire)
  }

  async update({ displayName, photoUrl, language, tour }: ProfileChange): Promise<Result<Profile>> {
    const body = {
      ...(displayName !== undefined && { display_name: displayName }),
      ...(photoUrl !== undefined && { photo_url: photoUrl }),
      ...(language !== undefined && { language }),
      ...(tour !== undefined && { tour }),
    }
    return map(await this.#http.callLoosely(USER_ROUTES.updateProfile, { body }), profileFromWire)
  }

  sync(): Promise<Result<void>> {
    return this.#http.send(USER_ROUTES.syncProfile, {})
  }

  async export(): Promise<Result<string>> {
    return map(await this.#http.call(USER_ROUTES.exportPersonalData, {}), (data) => JSON.stringify(data, null, 2))
  }

  async ownerships(): Promise<Result<readonly Ownership[]>> {
    return map(await this.#http.call(USER_ROUTES.previewAccountDeletion, {}), ({ organizations }) =>
      organizations.map(({ id, name, sole_owner, members }) => ({ id, name, isSoleOwner: sole_owner, members })),
    )
  }

  delete(organizationIds: readonly string[]): Promise<Result<void>> {
    return this.#http.send(USER_ROUTES.deleteAccount, { body: { organization_ids: [...organizationIds] } })
  }
}

const profileFromWire = (row: ProfileResponse): Profile =>
  withoutAbsent({
    uid: row.uid,
    email: row.email,
    emailVerified: row.email_verified,
    displayName: row.display_name,
    photoUrl: row.photo_url,
    tour: TOUR_STATES.find((known) => known === row.tour),
    createdAt: row.created_at,
  })
