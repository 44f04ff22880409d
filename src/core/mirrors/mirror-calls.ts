import type { CutOverAction } from '../catalog/mirrors/cut-over.ts'
import type { MirroredTableAction, WantedMirror } from '../catalog/mirrors/mirror-states.ts'
import type { ActiveOrganization } from '../organizations/active-organization.ts'
import { forOrganization } from '../organizations/for-organization.ts'
import type { AskedReadiness, MirrorRepository } from './mirror-repository.ts'

interface MirrorDeps {
  readonly organization: ActiveOrganization
  readonly mirrors: MirrorRepository
}

const ask = forOrganization<MirrorDeps>()

export const MIRROR_CALLS = {
  listMirrors: ask(({ mirrors }, organizationId) => mirrors.list(organizationId)),
  fetchMirror: ask(({ mirrors }, organizationId, flowId: string) => mirrors.get(organizationId, flowId)),
  listMirrorWindows: ask(({ mirrors }, organizationId, flowId: string, before?: number) =>
    mirrors.windows(organizationId, flowId, before),
  ),
  checkMirror: ask(({ mirrors }, organizationId, flowId: string, asked: AskedReadiness) =>
    mirrors.check(organizationId, flowId, asked),
  ),
  wantMirror: ask(({ mirrors }, organizationId, flowId: string, wanted: WantedMirror) =>
    mirrors.want(organizationId, flowId, wanted),
  ),
  compareMirror: ask(({ mirrors }, organizationId, flowId: string, entities?: readonly string[]) =>
    mirrors.compare(organizationId, flowId, entities),
  ),
  changeCutOver: ask(({ mirrors }, organizationId, flowId: string, action: CutOverAction) =>
    mirrors.changeCutOver(organizationId, flowId, action),
  ),
  listMirrorDifference: ask(({ mirrors }, organizationId, flowId: string, entity: string) =>
    mirrors.difference(organizationId, flowId, entity),
  ),
  changeMirroredTable: ask(
    ({ mirrors }, organizationId, flowId: string, action: MirroredTableAction, entity?: string) =>
      mirrors.changeTable(organizationId, flowId, action, entity),
  ),
}
