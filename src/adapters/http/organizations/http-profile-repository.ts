import { USER_ROUTES } from '../../../contract/users.ts'
import type { ProfileRepository } from '../../../core/profile/profile-repository.ts'
import { map } from '../../../core/result.ts'
import type { HttpClient } from '../http-client.ts'
import { snakeCased } from '../snake-cased.ts'

export const httpProfileRepository = (http: HttpClient): ProfileRepository => ({
  fetch: () => http.call(USER_ROUTES.getProfile, {}),

  update: (change) => http.callLoosely(USER_ROUTES.updateProfile, { body: snakeCased(change) }),

  sync: () => http.send(USER_ROUTES.syncProfile, {}),

  export: async () => map(await http.call(USER_ROUTES.exportPersonalData, {}), (data) => JSON.stringify(data, null, 2)),

  ownerships: async () =>
    map(await http.call(USER_ROUTES.previewAccountDeletion, {}), ({ organizations }) => organizations),

  delete: (organizationIds) => http.send(USER_ROUTES.deleteAccount, { body: { organization_ids: organizationIds } }),
})
