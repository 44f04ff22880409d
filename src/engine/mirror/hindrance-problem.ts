import { defined } from '../../core/catalog/defined.ts'
import { type Sentence, sentence } from '../../core/catalog/sentence.ts'
import type { Problem } from '../ports/connector.ts'
import type { MirrorHindrance } from '../ports/mirror-readiness.ts'

/** Why a table, or a whole mirror, may not be followed, with what mends it. */
export const hindranceProblem = ({ reason, statement, side }: MirrorHindrance): Problem =>
  defined({
    code: 'MIRROR_NOT_READY' as const,
    message: reason,
    hint: statement === undefined ? undefined : toDo(statement, side),
    side,
    retryable: false,
  })

const toDo = (statement: string, side: MirrorHindrance['side']): Sentence =>
  side === 'destination'
    ? sentence`Execute at the destination: ${statement}`
    : sentence`Execute at the source: ${statement}`

export const goneAtSource = (entity: string): Problem => ({
  code: 'ENTITY_NOT_FOUND',
  message: sentence`${entity} does not exist at the source any more.`,
  hint: sentence`Its rows stay in the destination. A table that gets its name is copied.`,
  retryable: false,
})
