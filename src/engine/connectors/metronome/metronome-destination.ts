import { CONNECTION_TYPES } from '../../../core/catalog/connections/connection-types.ts'
import { counted, sumOf, withAmount } from '../../../core/catalog/estimates/figure.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import type { Destination, TargetPlan } from '../../ports/destination.ts'
import type { DryRunTarget } from '../../ports/dry-run.ts'
import type { PlannedWrite, SideEstimate } from '../../ports/estimate.ts'
import type { Target } from '../../ports/target.ts'
import type { TargetRequest } from '../../ports/target-request.ts'
import { COMMON_TEXT, type Field } from '../../ports/value-type.ts'
import type { Clock } from '../vendor-api/clock.ts'
import type { VendorClient } from '../vendor-api/vendor-client.ts'
import { openDryRunLoad } from './dry-run-load.ts'
import { type EventMapping, fieldAt, planMapping } from './event-mapping.ts'
import { eventProblem, makeEvents } from './make-event.ts'
import { MetronomeLoad } from './metronome-load.ts'
import { LARGEST_BATCH } from './send-events.ts'
import { DEDUPLICATION_DAYS } from './usage-event.ts'

export class MetronomeDestination implements Destination {
  readonly identity = 'metronome'
  readonly modes = CONNECTION_TYPES.metronome.modes
  readonly #client: VendorClient
  readonly #clock: Clock

  constructor(client: VendorClient, clock: Clock) {
    this.#client = client
    this.#clock = clock
  }

  nameOf(target: string): string {
    return target
  }

  async plan(request: TargetRequest): Promise<TargetPlan> {
    const mapping = planMapping(request)
    return {
      effect: 'sent',
      columns: request.columns.map(({ name, nullable }, at) => {
        const field = fieldAt(mapping, at)
        return { name, type: field ?? 'property', notes: field !== undefined && nullable ? ['required'] : [] }
      }),
      notes: notesOf(request, mapping),
    }
  }

  /** Metronome says neither what an event costs nor how many calls are left. */
  async estimate(writes: readonly PlannedWrite[]): Promise<SideEstimate> {
    const batches = writes.map(({ rows }) => withAmount(rows, (amount) => Math.ceil(amount / LARGEST_BATCH)))
    const events = sumOf(writes.map(({ rows }) => rows))
    const most = withAmount(events, (amount) => Math.min(amount, LARGEST_BATCH))
    return {
      figures: { events, calls: sumOf(batches) },
      quotas: [{ name: 'events_a_batch', most: LARGEST_BATCH, needed: most, left: counted(LARGEST_BATCH) }],
      notes: [sentence`What Metronome and you charge for an event is not known here.`],
    }
  }

  async prepareDryRun(request: TargetRequest): Promise<DryRunTarget> {
    const mapping = planMapping(request)
    const options = { client: this.#client, clock: this.#clock, makeEvent: this.#makeEvents(request, mapping) }
    return { ...this.#target(request, mapping), load: async () => openDryRunLoad(options) }
  }

  async prepare(request: TargetRequest): Promise<Target> {
    const mapping = planMapping(request)
    return {
      ...this.#target(request, mapping),
      load: async () => new MetronomeLoad({ client: this.#client, makeEvent: this.#makeEvents(request, mapping) }),
    }
  }

  async close(): Promise<void> {}

  #makeEvents({ columns, target, fence }: TargetRequest, mapping: EventMapping) {
    const now = () => this.#clock.now()
    return makeEvents({ flowId: fence.flowId, target, columns, mapping, now })
  }

  #target(request: TargetRequest, mapping: EventMapping) {
    const { columns } = request
    const now = () => this.#clock.now()
    return {
      isNew: false,
      formats: [COMMON_TEXT],
      columns: columns.map(({ name }) => name),
      checks: {
        refuses: (row: readonly Field[]) => eventProblem({ columns, mapping, now }, row),
        required: [],
      },
      notes: notesOf(request, mapping),
    }
  }
}

const notesOf = ({ target, columns }: TargetRequest, { eventType }: EventMapping): readonly Sentence[] => [
  eventType === undefined
    ? sentence`Every row becomes an event of the type “${target}”.`
    : sentence`Every row becomes an event of the type in its column ${columns[eventType]?.name ?? ''}.`,
  sentence`Metronome counts an event once for ${DEDUPLICATION_DAYS} days, however often it is sent; after that it would count again.`,
]
