import type { PredictedRefusal } from '../../../core/catalog/budgets.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { errorClassOf } from '../../../core/catalog/errors/error-classes.ts'
import type { Figure } from '../../../core/catalog/estimates/figure.ts'
import { inEnglish } from '../../../core/catalog/sentence.ts'
import { wordsOf } from '../../../core/catalog/words.ts'
import type { SideEstimate } from '../../../engine/ports/estimate.ts'
import type { FlowEstimate } from '../../domain/flows/estimate-flow.ts'
import type { RunEstimate } from '../../domain/runs/read-run-estimate.ts'

/** A readable number of streams; the sums have all. */
const SHOWN_STREAMS = 100

export const estimateToWire = ({ source, destination, streams, seconds, dollars, month }: FlowEstimate) => ({
  source: sideToWire(source),
  destination: sideToWire(destination),
  streams: streams.slice(0, SHOWN_STREAMS).map((stream) => ({ ...stream })),
  stream_count: streams.length,
  seconds,
  ...defined({ dollars, month }),
})

export const runEstimateToWire = ({ source, destination, refusal }: RunEstimate) => ({
  source: sideToWire(source),
  destination: sideToWire(destination),
  ...defined({ refusal: refusal && refusalToWire(refusal) }),
})

/** As the error with which the run itself would fail. */
function refusalToWire({ message, budget }: PredictedRefusal) {
  const code = 'BUDGET_TOO_SMALL'
  const { blame, fix } = errorClassOf(code)
  return { code, ...wordsOf({ message }), budget, blame, fix }
}

const sideToWire = ({ figures, quotas, notes }: SideEstimate) => ({
  figures: Object.entries(figures).map(([name, figure]: [string, Figure]) => ({ name, ...figure })),
  quotas: quotas.map((quota) => ({ ...quota })),
  notes: notes.map(inEnglish),
  note_sentences: [...notes],
})
