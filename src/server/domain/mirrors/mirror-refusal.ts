import { canMirror } from '../../../core/catalog/connections/connection-types.ts'
import { type MirrorObstacle, mirrorObstacles } from '../../../core/catalog/mirrors/mirror-obstacles.ts'
import { isMirroredStep } from '../../../core/catalog/mirrors/mirrored-steps.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import type { FlowRow } from '../../store/flows/flow-row.ts'

/** Why a flow cannot be a mirror as it is; nothing if it can. */
export function mirrorRefusals({
  config,
  source,
  destination,
}: Pick<FlowRow, 'config' | 'source' | 'destination'>): readonly Sentence[] {
  const { streams, sql_before: sqlBefore, sql_after: sqlAfter } = config
  const others = streams.filter(({ mode }) => mode !== 'mirror')
  return [
    ...(canMirror(source.type, destination.type)
      ? []
      : [sentence`A mirror goes from PostgreSQL, MySQL or MariaDB to one of them, or to BigQuery.`]),
    ...(streams.length === 0 ? [sentence`Choose the tables that the mirror follows.`] : []),
    ...(others.length > 0
      ? [
          sentence`A mirror follows all tables of its flow: ${others.map(({ entity }) => entity).join(', ')} has another mode.`,
        ]
      : []),
    ...mirrorObstacles({ ...config, sqlBefore, sqlAfter }).map((obstacle) =>
      obstacle === 'steps' ? combiningSteps(config.transformations) : REFUSALS[obstacle],
    ),
  ]
}

function combiningSteps(transformations: FlowRow['config']['transformations']): Sentence {
  const combining = transformations.map(({ type }) => type).filter((type) => !isMirroredStep(type))
  return sentence`A mirror has only steps that work row by row, which ${combining.join(', ')} does not.`
}

const REFUSALS: Readonly<Record<Exclude<MirrorObstacle, 'steps'>, Sentence>> = {
  schedule: sentence`A mirror has no schedule: it follows all the time.`,
  sql: sentence`A mirror has no SQL before or after its rows.`,
  structure: sentence`A mirror does not copy indexes, views and other structure.`,
}
