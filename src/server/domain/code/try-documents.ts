import type { CodeAction } from '../../../core/catalog/code/code-documents.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { type ConnectionRow, listConnections } from '../../store/connections/connections.ts'
import type { Database, Query } from '../../store/database/database.ts'
import type { FlowRow } from '../../store/flows/flow-row.ts'
import { listFlows } from '../../store/flows/flows.ts'
import type { Vault } from '../../vault/vault.ts'
import { type Member, requirePermission } from '../members/member.ts'
import { RequestError } from '../request-error.ts'
import type { StartRun } from '../runs/start-run.ts'
import { type CodePlan, type Described, rehearseDocuments, type Wanted } from './apply-documents.ts'
import type { CodeChange } from './code-document.ts'
import { planOutdated } from './code-scope.ts'

/** The most dry runs of files that one call starts: a caller with more flows waits for these before it asks for more, so that other runs go on. */
const TRIED_AT_ONCE = 3

interface Deps {
  readonly database: Database
  readonly vault: Vault
  readonly startRun: StartRun
}

interface Trying {
  /** Of the plan that somebody has read. Absent: any. */
  readonly expected: string | undefined
  /** Whether flows that do not change are tried, too. */
  readonly all: boolean
  /** Only documents behind this position. */
  readonly after: number
}

/** A flow of a plan with its dry run, or the reason why there is none. */
export interface TriedFlow {
  readonly at: number
  readonly name: string
  readonly action?: CodeAction
  readonly runId?: string
  readonly reason?: Sentence
}

interface Tried {
  readonly plan: CodePlan
  readonly tried: readonly TriedFlow[]
  /** The position behind which there is more. */
  readonly next?: number
}

/**
 * Starts dry runs of flows as documents say them, a few with each call; nothing is saved. A flow whose connection is saved otherwise, or not at all,
 * is not tried. @returns with a fault, no flows @throws RequestError conflict if the state is another one
 */
export async function tryDocuments(
  { startRun, ...deps }: Deps,
  member: Member,
  wanted: Wanted & { readonly fileOf: (at: number) => string },
  trying: Trying,
): Promise<Tried> {
  requirePermission(member, 'flow.run')
  const { organizationId, person } = member
  const saved = await deps.database.inOrganization(organizationId, (query) => listConnections(query, organizationId))
  const { plan, seen: drafts = [] } = await rehearseDocuments(deps, member, wanted, (query, described, { changes }) =>
    draftsOf(query, organizationId, { described, changes, saved, trying }),
  )
  if (trying.expected !== undefined && trying.expected !== plan.state) throw planOutdated()
  const tried: TriedFlow[] = []
  for (const { at, flow, action, reason } of drafts) {
    const started = tried.filter(({ runId }) => runId !== undefined).length
    if (started === TRIED_AT_ONCE) return { plan, tried, next: tried.at(-1)?.at ?? at }
    const named = { at, name: flow.name, ...defined({ action }) }
    if (reason) {
      tried.push({ ...named, reason })
      continue
    }
    try {
      const { id: runId } = await startRun({
        organizationId,
        flowId: flow.id,
        trigger: 'person',
        by: { person, action: 'run.dry' },
        // What does not change is tried as it is saved.
        work: defined({
          kind: 'dry-run',
          draft: action && { flow, file: wanted.fileOf(at), isNew: action === 'created' },
        }),
      })
      tried.push({ ...named, runId })
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      tried.push({ ...named, reason: error.sentence })
    }
  }
  return { plan, tried }
}

interface Draft {
  readonly at: number
  /** As it would be after an apply. */
  readonly flow: FlowRow
  readonly action?: CodeAction
  /** Why it cannot be tried. */
  readonly reason?: Sentence
}

interface Rehearsed {
  readonly described: readonly Described[]
  readonly changes: readonly CodeChange[]
  /** The connections before. */
  readonly saved: readonly ConnectionRow[]
  readonly trying: Trying
}

/** The flows to be tried in the order of their documents, looked at while the documents are applied. */
async function draftsOf(
  query: Query,
  organizationId: string,
  { described, changes, saved, trying: { all, after } }: Rehearsed,
): Promise<readonly Draft[]> {
  const flows = new Map((await listFlows(query, organizationId)).map((flow) => [flow.id, flow]))
  const connections = await listConnections(query, organizationId)
  const changed = new Set(changes.filter(({ action }) => action !== 'renamed').map(({ id }) => id))
  const isSaved = ({ id }: { readonly id: string }) => {
    const integration = connections.find((one) => one.id === id)?.integration_id ?? ''
    return saved.some((one) => one.id === id) && !changed.has(id) && !changed.has(integration)
  }
  return described
    .toSorted((one, other) => one.at - other.at)
    .flatMap(({ at, id, action }): readonly Draft[] => {
      const flow = flows.get(id)
      if (!flow || at <= after || !(all || (action !== undefined && action !== 'renamed'))) return []
      const unsaved = [flow.source, flow.destination].find((connection) => !isSaved(connection))
      return [defined({ at, flow, action, reason: unsaved && onlyInFiles(unsaved.name) })]
    })
}

const onlyInFiles = (connection: string): Sentence =>
  sentence`The connection “${connection}” is new or changed in the files, and a dry run uses connections as they are saved. Compare the rows after the apply.`
