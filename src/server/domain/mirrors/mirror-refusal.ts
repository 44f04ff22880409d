import { canMirror } from '../../../core/catalog/connections/connection-types.ts'
import { isMirroredStep } from '../../../core/catalog/mirrors/mirrored-steps.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import type { FlowRow } from '../../store/flows/flow-row.ts'

/** Why a flow cannot be a mirror as it is; nothing if it can. */
export function mirrorRefusals({
  config,
  source,
  destination,
}: Pick<FlowRow, 'config' | 'source' | 'destination'>): readonly Sentence[] {
  const { streams, transformations, sql_before: before, sql_after: after, schedule, structure } = config
  const others = streams.filter(({ mode }) => mode !== 'mirror')
  const combining = transformations.map(({ type }) => type).filter((type) => !isMirroredStep(type))
  return [
    ...(canMirror(source.type, destination.type)
      ? []
      : [sentence`A mirror goes from PostgreSQL, MySQL or MariaDB to one of them.`]),
    ...(streams.length === 0 ? [sentence`Choose the tables that the mirror follows.`] : []),
    ...(others.length > 0
      ? [
          sentence`A mirror follows all tables of its flow: ${others.map(({ entity }) => entity).join(', ')} has another mode.`,
        ]
      : []),
    ...(combining.length > 0
      ? [sentence`A mirror has only steps that work row by row, which ${combining.join(', ')} does not.`]
      : []),
    ...(before || after ? [sentence`A mirror has no SQL before or after its rows.`] : []),
    ...(schedule ? [sentence`A mirror has no schedule: it follows all the time.`] : []),
    ...(structure ? [sentence`A mirror does not copy indexes, views and other structure.`] : []),
  ]
}
