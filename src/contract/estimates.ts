import { z } from 'zod/mini'

import { CERTAINTIES, FIGURE_BOUNDS } from '../core/catalog/estimates/figure.ts'
import { FIGURE_NAMES, QUOTA_NAMES } from '../core/catalog/estimates/figure-names.ts'
import { known } from './camel-cased.ts'
import { runError } from './run-error.ts'
import { noteSentences } from './sentence.ts'

const figure = z.looseObject({
  certainty: known(CERTAINTIES, 'unknown'),
  amount: z.optional(z.number()),
  bound: z.optional(known(FIGURE_BOUNDS)),
})

const amount = z.looseObject({ rows: figure, bytes: figure })

const side = z.looseObject({
  figures: z.array(z.looseObject({ name: known(FIGURE_NAMES), ...figure.shape })),
  /** Limits of the vendor. */
  quotas: z.array(z.looseObject({ name: known(QUOTA_NAMES), most: z.number(), needed: figure, left: figure })),
  notes: z.array(z.string()),
  note_sentences: noteSentences,
})

/** What a dry run has found out: what reading has cost, and what its rows would cost the destination. */
export const runEstimate = z.looseObject({
  source: side,
  destination: side,
  /** Why a run would not begin: its budget has too little left. */
  refusal: z.catch(z.optional(runError), undefined),
})

export type RunEstimateResponse = z.output<typeof runEstimate>

/** What a run would move, take and cost. */
export const flowEstimate = z.looseObject({
  source: side,
  destination: side,
  /** The first hundred. */
  streams: z.array(z.looseObject({ entity: z.string(), target: z.string(), read: amount, written: amount })),
  stream_count: z.number(),
  /** At the speed of the latest runs. */
  seconds: figure,
  /** In US dollars. */
  dollars: z.optional(figure),
  /** By the schedule, in the next 30 days. */
  month: z.optional(z.looseObject({ runs: figure, rows: figure, dollars: z.optional(figure) })),
})

export type FlowEstimateResponse = z.output<typeof flowEstimate>
