import { MIRROR_ROUTES } from '../../../contract/mirrors.ts'
import { defined } from '../../../core/catalog/defined.ts'
import type { MirrorRepository } from '../../../core/mirrors/mirror-repository.ts'
import { map } from '../../../core/result.ts'
import type { HttpClient } from '../http-client.ts'

export const httpMirrorRepository = (http: HttpClient): MirrorRepository => ({
  list: (orgId) => http.call(MIRROR_ROUTES.listMirrors, { params: { orgId } }),
  get: (orgId, flowId) => http.call(MIRROR_ROUTES.getMirror, { params: { orgId, flowId } }),
  async windows(orgId, flowId, before) {
    const query = before === undefined ? {} : { before: String(before) }
    const answer = await http.call(MIRROR_ROUTES.listMirrorWindows, { params: { orgId, flowId }, query })
    return map(answer, ({ windows }) => windows)
  },
  check: (orgId, flowId, { entities, mirrorSeconds }) =>
    http.call(MIRROR_ROUTES.checkMirror, {
      params: { orgId, flowId },
      body: defined({ entities: entities && [...entities], mirror_seconds: mirrorSeconds }),
    }),
  want: (orgId, flowId, wanted) =>
    http.call(MIRROR_ROUTES.changeMirror, { params: { orgId, flowId }, body: { wanted } }),
  compare: (orgId, flowId, entities) =>
    http.call(MIRROR_ROUTES.compareMirror, {
      params: { orgId, flowId },
      body: defined({ entities: entities && [...entities] }),
    }),
  changeCutOver: (orgId, flowId, action) =>
    http.call(MIRROR_ROUTES.changeCutOver, { params: { orgId, flowId }, body: { action } }),
  difference: (orgId, flowId, entity) =>
    http.call(MIRROR_ROUTES.listMirrorDifference, { params: { orgId, flowId }, query: { entity } }),
  changeTable: (orgId, flowId, action, entity) =>
    http.call(MIRROR_ROUTES.changeMirroredTable, {
      params: { orgId, flowId },
      body: { action, ...defined({ entity }) },
    }),
})
