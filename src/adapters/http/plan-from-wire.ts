import type { z } from 'zod/mini'
import type { TargetChangeResponse } from '../../contract/flows.ts'
import type { ROUTES } from '../../contract/routes.ts'
import { COLUMN_NOTES } from '../../core/catalog/runs/column-notes.ts'
import { TARGET_EFFECTS } from '../../core/catalog/runs/target-effects.ts'
import type { PlannedTarget, StreamPlan } from '../../core/flows/streams/stream-plan.ts'
import type { TargetChange } from '../../core/flows/streams/target-change.ts'
import { withoutAbsent } from './without-absent.ts'

type WirePlan = z.output<(typeof ROUTES)['planStream']['response']>

/** Parts that only a newer server knows are left out. */
export const planFromWire = ({
  target,
  effect,
  columns,
  notes,
  note_sentences: noteSentences,
  problem,
}: WirePlan): StreamPlan => ({
  target,
  notes,
  columns: columns.map(({ name, source, target_type: targetType, notes: told }) => ({
    name,
    notes: COLUMN_NOTES.filter((note) => told.includes(note)),
    ...withoutAbsent({ source: source && { name: source.name, type: source.type }, targetType }),
  })),
  ...withoutAbsent({
    noteSentences,
    effect: TARGET_EFFECTS.find((known) => known === effect),
    problem: problem && {
      ...problemFromWire(problem),
      ...withoutAbsent({ missingColumns: problem.missing_columns }),
    },
  }),
})

type WireTargets = z.output<(typeof ROUTES)['planTargets']['response']>

export const targetsFromWire = ({ targets }: WireTargets): readonly PlannedTarget[] =>
  targets.map(({ entity, target, problem }) => ({
    entity,
    target,
    ...withoutAbsent({ problem: problem && problemFromWire(problem) }),
  }))

const problemFromWire = ({ message, sentence, hint, hint_sentence }: NonNullable<WirePlan['problem']>) => ({
  message,
  ...withoutAbsent({ sentence, hint, hintSentence: hint_sentence }),
})

export const targetChangeFromWire = ({ target, statement, columns }: TargetChangeResponse): TargetChange => ({
  target,
  statement,
  columns: columns.map(({ name, type, change }) => ({
    name,
    ...withoutAbsent({ type }),
    change: change === 'added' ? 'added' : 'widened',
  })),
})
