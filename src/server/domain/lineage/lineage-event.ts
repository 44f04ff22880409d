import { defined } from '../../../core/catalog/defined.ts'
import { VERSION } from '../../host/version.ts'
import type { EndedLineageRow, LineageRunRow } from '../../store/runs/run-lineage.ts'
import { lineageDatasets } from './lineage-datasets.ts'
import { facet, PRODUCER, SCHEMA_URL } from './lineage-facet.ts'

/** A run event of OpenLineage 2-0-2: openlineage.io/docs/spec/object-model. It has names of tables and columns, and no value of a row. */
export interface LineageEvent {
  readonly eventType: 'START' | 'RUNNING' | 'COMPLETE' | 'FAIL' | 'ABORT' | 'OTHER'
  /** ISO 8601, UTC. */
  readonly eventTime: string
  readonly producer: string
  readonly schemaURL: string
  readonly run: { readonly runId: string; readonly facets: object }
  readonly job: { readonly namespace: string; readonly name: string; readonly facets: object }
  readonly inputs: readonly object[]
  readonly outputs: readonly object[]
}

/** The state of a run that an event tells. */
export interface LineageState {
  readonly eventType: LineageEvent['eventType']
  readonly at: Date
  /** Tables that failed, as far as they are named; for the end of a run that failed. */
  readonly failures?: readonly { readonly entity: string; readonly code: string }[]
}

/** The event of a run with some of its tables. */
export function lineageEvent(
  run: LineageRunRow,
  { eventType, at, failures = [] }: LineageState,
  tables: readonly EndedLineageRow[] = [],
): LineageEvent {
  const [before] = run.started_after ?? []
  return {
    ...eventOf(eventType, at),
    run: {
      runId: run.id,
      facets: {
        processing_engine: facet('processing_engine', { version: VERSION, name: 'Millrace' }),
        ...defined({
          nominalTime: run.scheduled_for
            ? facet('nominalTime', { nominalStartTime: run.scheduled_for.toISOString() })
            : undefined,
          parent:
            before &&
            facet('parent', {
              run: { runId: before.runId },
              job: jobOf(run.organization_id, before.flowId, before.flowName),
            }),
          errorMessage: run.error ? facet('errorMessage', errorOf(run, run.error.code, failures)) : undefined,
        }),
      },
    },
    job: { ...jobOf(run.organization_id, run.flow_id, run.flow_name), facets: JOB_FACETS },
    ...lineageDatasets(tables),
  }
}

/** What *Send a test* sends: a job of its own without tables. */
export const testLineageEvent = (organizationId: string, runId: string, at: Date): LineageEvent => ({
  ...eventOf('OTHER', at),
  run: { runId, facets: {} },
  job: { namespace: namespaceOf(organizationId), name: 'Test by Millrace', facets: JOB_FACETS },
  inputs: [],
  outputs: [],
})

const eventOf = (eventType: LineageEvent['eventType'], at: Date) => ({
  eventType,
  eventTime: at.toISOString(),
  producer: PRODUCER,
  schemaURL: SCHEMA_URL,
})

/** Catalogues refuse spaces here, so it is not the organization's name. */
const namespaceOf = (organizationId: string) => `millrace://${organizationId}`

/** Several flows may have the same name. */
const jobOf = (organizationId: string, flowId: string, flowName: string) => ({
  namespace: namespaceOf(organizationId),
  name: `${flowName} (${flowId.slice(0, 8)})`,
})

const JOB_FACETS = {
  jobType: facet('jobType', { processingType: 'BATCH', integration: 'MILLRACE', jobType: 'FLOW' }),
}

/** Codes and names of tables only: the messages of databases may quote values of rows. */
function errorOf(
  { totals }: LineageRunRow,
  code: string,
  failures: NonNullable<LineageState['failures']>,
): { readonly message: string; readonly programmingLanguage: string } {
  const arrived = totals.streams > 1 ? [`${totals.succeeded} of ${totals.streams} tables arrived`] : []
  const each = failures.map((failure) => `${failure.entity}: ${failure.code}`)
  return { message: [code, ...arrived, ...each].join('; '), programmingLanguage: 'TypeScript' }
}
