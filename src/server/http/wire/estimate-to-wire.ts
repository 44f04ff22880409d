import type { Figure } from '../../../core/catalog/estimates/figure.ts'
import { inEnglish } from '../../../core/catalog/sentence.ts'
import type { SideEstimate } from '../../../engine/ports/estimate.ts'
import type { FlowEstimate } from '../../domain/flows/estimate-flow.ts'

/** A readable number of streams; the sums have all. */
const SHOWN_STREAMS = 100

export const estimateToWire = ({ source, destination, streams, seconds, dollars, month }: FlowEstimate) => ({
  source: sideToWire(source),
  destination: sideToWire(destination),
  streams: streams.slice(0, SHOWN_STREAMS).map((stream) => ({ ...stream })),
  stream_count: streams.length,
  seconds,
  ...(dollars && { dollars }),
  ...(month && { month }),
})

export const sideToWire = ({ figures, quotas, notes }: SideEstimate) => ({
  figures: Object.entries(figures).map(([name, figure]: [string, Figure]) => ({ name, ...figure })),
  quotas: quotas.map((quota) => ({ ...quota })),
  notes: notes.map(inEnglish),
  note_sentences: [...notes],
})
