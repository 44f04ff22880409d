import { defined } from '../../../core/catalog/defined.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { RowDecoder } from '../../formats/common-text/row-decoder.ts'
import { type DryRunLoad, type DryRunRows, SHOWN_CHARACTERS, SHOWN_ROWS } from '../../ports/dry-run.ts'
import type { Clock } from '../vendor-api/clock.ts'
import { VendorError } from '../vendor-api/vendor-error.ts'
import { knownEvents } from './known-events.ts'
import type { LoadOptions } from './metronome-load.ts'
import { DEDUPLICATION_DAYS, EVENT_FIELDS, type UsageEvent } from './usage-event.ts'

/** Metronome answers this question for samples only; up to as many events all are asked about. */
const MAX_SAMPLE = 1_000

const COLUMNS = [...EVENT_FIELDS, 'properties']

/** Makes the events as a run would, and asks Metronome which of them it knows. None is sent. */
export function openDryRunLoad(options: LoadOptions & { readonly clock: Clock }): DryRunLoad {
  const { makeEvent, clock } = options
  const failed = new AbortController()
  const decoder = new RowDecoder()
  const asked: UsageEvent[] = []
  let rows = 0
  return {
    failure: failed.signal,
    write(frames) {
      if (failed.signal.aborted) return true
      try {
        for (const fields of decoder.push(frames)) {
          const event = makeEvent(fields)
          rows++
          // Every event has the same chance to be in the sample.
          const place = asked.length < MAX_SAMPLE ? asked.length : Math.floor(clock.random() * rows)
          if (place < MAX_SAMPLE) asked[place] = event
        }
      } catch (error) {
        failed.abort(error)
      }
      return true
    },
    drained: async () => {},
    async finish() {
      failed.signal.throwIfAborted()
      return rows
    },
    compare: () => compare(options, asked, rows),
    abandon: async () => failed.abort(new Error('abandoned')),
  }
}

async function compare(
  { client, clock }: LoadOptions & { readonly clock: Clock },
  asked: readonly UsageEvent[],
  rows: number,
): Promise<DryRunRows> {
  const distinct = new Map(asked.map((event) => [event.transaction_id, event]))
  try {
    const known = await knownEvents(client, clock, [...distinct.keys()])
    const created = [...distinct.values()].filter(({ transaction_id: id }) => !known.has(id))
    const unknown = rows - asked.length
    const difference = { changed: 0, removed: 0, unchanged: asked.length - created.length }
    return {
      difference: {
        ...difference,
        created: created.length,
        ...defined({ unknown: unknown > 0 ? unknown : undefined }),
      },
      ...shown(created),
      notes: [askedNote(asked.length, rows)],
    }
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    return {
      difference: { created: 0, changed: 0, removed: 0, unchanged: 0, unknown: rows },
      ...shown([...distinct.values()]),
      notes: [
        sentence`It is unknown which events Metronome knows already, because it did not say so: ${error.problem.message}`,
      ],
    }
  }
}

const askedNote = (asked: number, rows: number): Sentence =>
  asked < rows
    ? sentence`Metronome was asked about ${asked} of ${rows} events, chosen at random, because it answers this question for samples only. A run sends all of them, and Metronome counts none twice within ${DEDUPLICATION_DAYS} days.`
    : sentence`Metronome was asked about all ${rows} events. Those that it knows count as the same here, whatever their values are: a run would send them again, and Metronome keeps what it has.`

const shown = (events: readonly UsageEvent[]) => ({
  columns: COLUMNS,
  sample: events.slice(0, SHOWN_ROWS).map((event) => ({ after: textsOf(event) })),
})

const textsOf = ({ properties, ...event }: UsageEvent) => [
  ...EVENT_FIELDS.map((field) => event[field]),
  properties ? JSON.stringify(properties).slice(0, SHOWN_CHARACTERS) : null,
]
