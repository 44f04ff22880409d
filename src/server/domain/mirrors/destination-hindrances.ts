import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { type ConnectorContext, ConnectorError } from '../../../engine/ports/connector.ts'
import type { MirroredTarget, MirrorHindrance } from '../../../engine/ports/mirror-readiness.ts'
import type { Opening } from '../connections/open-endpoint.ts'
import { mirrorLoops, type OwnMirror } from './mirror-loops.ts'

interface PlannedMirror extends OwnMirror {
  readonly tables: readonly MirroredTarget[]
  readonly everyMs?: number | undefined
}

/** What of the destination, or of other mirrors, is in the way of a mirror, or worth knowing. @throws ConnectorError */
export async function destinationHindrances(
  deps: Pick<Opening, 'database' | 'vault'>,
  mirror: PlannedMirror,
  context: ConnectorContext,
): Promise<readonly MirrorHindrance[]> {
  const { connector, endpoint } = mirror.destination
  const plan = { targets: mirror.tables.map(({ target }) => target), everyMs: mirror.everyMs }
  return [
    ...(await mirrorLoops(deps, mirror, context)),
    ...((await connector.targetReadiness?.(endpoint, context, mirror.tables)) ?? []),
    ...((await connector.changeLoadHindrances?.(endpoint, context, plan)) ?? []),
  ]
}

/** Before the first copy of a mirror. @throws ConnectorError `MIRROR_NOT_READY` */
export async function refuseHindered(...asked: Parameters<typeof destinationHindrances>): Promise<void> {
  const found = await destinationHindrances(...asked)
  const refusal = found.find(({ isNote }) => !isNote)
  if (!refusal) return
  const { reason, statement } = refusal
  throw new ConnectorError({
    code: 'MIRROR_NOT_READY',
    message: reason,
    side: 'destination',
    ...defined({ hint: statement === undefined ? undefined : sentence`Execute at the destination: ${statement}` }),
  })
}
