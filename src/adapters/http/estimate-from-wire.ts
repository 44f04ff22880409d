import type { FlowEstimateResponse, RunEstimateResponse } from '../../contract/estimates.ts'
import { CERTAINTIES, FIGURE_BOUNDS, type Figure, UNKNOWN } from '../../core/catalog/estimates/figure.ts'
import { FIGURE_NAMES, QUOTA_NAMES } from '../../core/catalog/estimates/figure-names.ts'
import type { FlowEstimate, RunEstimate, SideEstimate } from '../../core/flows/estimate/flow-estimate.ts'
import { errorFromWire } from './run-from-wire.ts'
import { withoutAbsent } from './without-absent.ts'

type WireFigure = FlowEstimateResponse['seconds']
type WireSide = FlowEstimateResponse['source']

/** Figures and limits that only a newer server knows are left out. */
export const estimateFromWire = ({ seconds, dollars, month, ...more }: FlowEstimateResponse): FlowEstimate => ({
  source: sideFromWire(more.source),
  destination: sideFromWire(more.destination),
  streams: more.streams.map(({ entity, target, read, written }) => ({
    ...{ entity, target, read: figureFromWire(read.rows), written: figureFromWire(written.rows) },
  })),
  streamCount: more.stream_count,
  seconds: figureFromWire(seconds),
  ...withoutAbsent({
    dollars: dollars && figureFromWire(dollars),
    month: month && {
      ...{ runs: figureFromWire(month.runs), rows: figureFromWire(month.rows) },
      ...withoutAbsent({ dollars: month.dollars && figureFromWire(month.dollars) }),
    },
  }),
})

export const runEstimateFromWire = ({ source, destination, refusal }: RunEstimateResponse): RunEstimate => ({
  source: sideFromWire(source),
  destination: sideFromWire(destination),
  ...withoutAbsent({ refusal: refusal && errorFromWire(refusal) }),
})

/** A certainty that only a newer server knows says nothing. */
function figureFromWire({ certainty, amount, bound }: WireFigure): Figure {
  const known = CERTAINTIES.find((name) => name === certainty)
  if (known === undefined || amount === undefined) return UNKNOWN
  return { certainty: known, amount, ...withoutAbsent({ bound: FIGURE_BOUNDS.find((name) => name === bound) }) }
}

const sideFromWire = ({ figures, quotas, notes, note_sentences: noteSentences }: WireSide): SideEstimate => ({
  figures: figures.flatMap(({ name, ...figure }) => {
    const known = FIGURE_NAMES.find((other) => other === name)
    return known ? [{ name: known, ...figureFromWire(figure) }] : []
  }),
  quotas: quotas.flatMap(({ name, most, needed, left }) => {
    const known = QUOTA_NAMES.find((other) => other === name)
    return known ? [{ name: known, most, needed: figureFromWire(needed), left: figureFromWire(left) }] : []
  }),
  notes,
  ...withoutAbsent({ noteSentences }),
})
