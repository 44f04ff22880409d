import { TRASH_ROUTES } from '../../../contract/trash.ts'
import { map } from '../../../core/result.ts'
import type { TrashRepository } from '../../../core/trash/trash-repository.ts'
import type { HttpClient } from '../http-client.ts'

export const httpTrashRepository = (http: HttpClient): TrashRepository => ({
  list: async (orgId) =>
    map(await http.call(TRASH_ROUTES.listTrash, { params: { orgId } }), (rows) =>
      rows.map((row) => ({ neededBy: [], ...row })),
    ),

  async restore(orgId, trashId) {
    const answer = await http.call(TRASH_ROUTES.restoreFromTrash, { params: { orgId, trashId } })
    return map(answer, ({ restored }) => restored)
  },

  deletePermanently: (orgId, trashId) => http.send(TRASH_ROUTES.deletePermanently, { params: { orgId, trashId } }),
})
