import { CODE_KINDS, type CodeAction, type CodeKind } from '../../../core/catalog/code/code-documents.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { listAlertChannels } from '../../store/alerts/alert-channels.ts'
import { listConnections } from '../../store/connections/connections.ts'
import { listIntegrations } from '../../store/connections/integrations.ts'
import type { Database, Query } from '../../store/database/database.ts'
import { attempt, rehearse } from '../../store/database/savepoint.ts'
import { listFlows } from '../../store/flows/flows.ts'
import { lockCode, readCodeState } from '../../store/organizations/code-state.ts'
import { type Vault, VaultError } from '../../vault/vault.ts'
import { nameOfChannel } from '../alerts/save-channel.ts'
import { refuseLoop } from '../flows/check-after.ts'
import { requireFlow } from '../flows/require-flow.ts'
import type { Member } from '../members/member.ts'
import { RequestError } from '../request-error.ts'
import { withStoreRefusal } from '../store-refusal.ts'
import { applyChannel } from './apply-channel.ts'
import { applyConnection } from './apply-connection.ts'
import { applyFlow, inOrder } from './apply-flow.ts'
import { applyIntegration } from './apply-integration.ts'
import type { CodeChange, CodeDocument, CodeFault, FlowDocument, PlacedDocument } from './code-document.ts'
import { type CodeScope, type Outcome, planOutdated } from './code-scope.ts'
import { fieldIn } from './field-in-document.ts'
import { KnownNames, WaitsForAnother } from './known-names.ts'
import { removeOthers } from './remove-others.ts'
import { MissingSecrets } from './resolve-credentials.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
}

export interface Wanted {
  readonly documents: readonly PlacedDocument[]
  /** The names of documents that cannot be read: what refers to them is not refused for that. */
  readonly unreadable: readonly Pick<CodeDocument, 'kind' | 'name' | 'id'>[]
  readonly secrets: Readonly<Record<string, string>>
  /** Whether what no document describes is removed. */
  readonly prune: boolean
}

/** What a document is about. */
export interface Described {
  /** The position of the document. */
  readonly at: number
  readonly id: string
  /** Absent: it changes nothing. */
  readonly action?: CodeAction
}

export interface CodePlan {
  /** Of the organization before; after an apply, the state then. */
  readonly state: string
  readonly changes: readonly CodeChange[]
  readonly unchanged: number
  readonly faults: readonly CodeFault[]
}

/**
 * What documents would change, with every fault: they are applied in a transaction that is undone, so that a plan never says anything else than
 * what happens.
 */
export const planDocuments = async (deps: Deps, member: Member, wanted: Wanted): Promise<CodePlan> =>
  (await rehearseDocuments(deps, member, wanted, async () => undefined)).plan

/**
 * A plan, and what somebody sees who looks at the organization before it is undone.
 * @param look called without faults only, with what each document is about
 */
export const rehearseDocuments = <Seen>(
  { database, vault }: Deps,
  member: Member,
  wanted: Wanted,
  look: (query: Query, described: readonly Described[], plan: Planned) => Promise<Seen>,
): Promise<{ readonly plan: CodePlan; readonly seen?: Seen }> =>
  database.inOrganization(member.organizationId, async (query) => {
    await lockCode(query, member.organizationId)
    const state = await readCodeState(query, member.organizationId)
    return rehearse(query, async () => {
      const { described, ...planned } = await applyAll({ query, vault }, member, wanted)
      const plan = { state, ...planned }
      return planned.faults.length > 0 ? { plan } : { plan, seen: await look(query, described, planned) }
    })
  })

type Planned = Omit<CodePlan, 'state'>

/**
 * Makes an organization what documents say, in one transaction.
 * @param expected the state of the plan that somebody has read; absent: any
 * @returns what was changed; with a fault, nothing was @throws RequestError conflict if the state is another one
 */
export async function applyDocuments(
  { database, vault }: Deps,
  member: Member,
  wanted: Wanted,
  expected: string | undefined,
): Promise<CodePlan> {
  const { organizationId } = member
  try {
    return await database.inOrganization(organizationId, async (query) => {
      await lockCode(query, organizationId)
      const state = await readCodeState(query, organizationId)
      if (expected !== undefined && expected !== state) throw planOutdated()
      const { described: _, ...plan } = await applyAll({ query, vault }, member, wanted)
      if (plan.faults.length > 0) throw new NotApplied({ state, ...plan })
      return { ...plan, state: await readCodeState(query, organizationId) }
    })
  } catch (error) {
    if (error instanceof NotApplied) return error.plan
    throw error
  }
}

/** Ends the transaction, which undoes all. */
class NotApplied extends Error {
  readonly plan: CodePlan

  constructor(plan: CodePlan) {
    super('the documents have faults')
    this.plan = plan
  }
}

async function applyAll(
  { query, vault }: { readonly query: Query; readonly vault: Vault },
  member: Member,
  { documents, unreadable, secrets, prune }: Wanted,
): Promise<Planned & { readonly described: readonly Described[] }> {
  const { organizationId } = member
  const flows = await listFlows(query, organizationId)
  const known = await knownNames(query, organizationId, flows, { documents, prune })
  const claimed = new Set(documents.flatMap(({ document: { id } }) => (id === undefined ? [] : [id.toLowerCase()])))
  const scope: CodeScope = { query, vault, member, secrets, known, claimed }
  for (const document of unreadable) known[document.kind].fail(document)

  const flowRows = new Map(flows.map((flow) => [flow.id, flow]))
  const applyOne = async (placed: PlacedDocument): Promise<Outcome> => {
    const { document } = placed
    if (document.kind === 'integration') return applyIntegration(scope, document)
    if (document.kind === 'connection') return applyConnection(scope, document)
    if (document.kind === 'alert-channel') return applyChannel(scope, { ...placed, document })
    return applyFlow(scope, { ...placed, document }, flowRows)
  }

  const changes: CodeChange[] = []
  const described: Described[] = []
  const faults: CodeFault[] = [...twice(documents)]
  let unchanged = 0
  for (const placed of CODE_KINDS.flatMap((kind) => ofKind(documents, kind))) {
    const { at, document } = placed
    if (faults.some((fault) => fault.at === at)) {
      known[document.kind].fail(document)
      continue
    }
    try {
      const outcome = await attempt(query, () => applyOne(placed))
      known[document.kind].describe({ id: outcome.id, name: document.name })
      described.push(defined({ at, id: outcome.id, action: 'action' in outcome ? outcome.action : undefined }))
      if ('action' in outcome) changes.push({ ...outcome, kind: document.kind, name: document.name, at })
      else unchanged++
    } catch (error) {
      known[document.kind].fail(document)
      faults.push(...faultsOf(error, placed))
    }
  }
  faults.push(...(await loops(scope, changes)))
  if (prune && faults.length === 0) changes.push(...(await removeOthers(scope)))
  return { changes, unchanged, faults, described }
}

async function knownNames(
  query: Query,
  organizationId: string,
  flows: Awaited<ReturnType<typeof listFlows>>,
  { documents, prune }: Pick<Wanted, 'documents' | 'prune'>,
): Promise<CodeScope['known']> {
  // Files from before there were channels in files must not remove all of them.
  const hasChannels = documents.some(({ document }) => document.kind === 'alert-channel')
  const knownOf = (kind: CodeKind, rows: readonly { readonly id: string; readonly name: string }[]) => {
    const expected = documents.flatMap(({ document }) => (document.kind === kind ? [document.name] : []))
    return new KnownNames(kind, rows, new Set(expected), prune && (kind !== 'alert-channel' || hasChannels))
  }
  const channels = await listAlertChannels(query, organizationId)
  return {
    integration: knownOf('integration', await listIntegrations(query, organizationId)),
    connection: knownOf('connection', await listConnections(query, organizationId)),
    flow: knownOf('flow', flows),
    'alert-channel': knownOf(
      'alert-channel',
      channels.map((row) => ({ id: row.id, name: nameOfChannel(row) })),
    ),
  }
}

const ofKind = (documents: readonly PlacedDocument[], kind: CodeKind): readonly PlacedDocument[] => {
  const own = documents.filter(({ document }) => document.kind === kind)
  return kind === 'flow' ? inOrder(own as readonly PlacedDocument<FlowDocument>[]) : own
}

/** The second of two documents about the same thing. */
function twice(documents: readonly PlacedDocument[]): readonly CodeFault[] {
  const seen = new Map<string, string>()
  return documents.flatMap(({ at, file, document: { kind, id, name } }) => {
    const key = `${kind} ${id?.toLowerCase() ?? `named ${name}`}`
    const other = seen.get(key)
    seen.set(key, file)
    if (other === undefined) return []
    return [
      {
        at,
        field: id === undefined ? 'name' : 'id',
        sentence: sentence`${other} describes the same. Keep one of them.`,
      },
    ]
  })
}

/** @throws whatever is no fault of a document */
function faultsOf(given: unknown, { at, document }: PlacedDocument): readonly CodeFault[] {
  const error = withStoreRefusal(given)
  if (error instanceof WaitsForAnother) return []
  if (error instanceof MissingSecrets)
    return error.faults.map(({ field, ...fault }) => ({ at, field: `credentials.${field}`, ...fault }))
  if (error instanceof VaultError) return [{ at, sentence: error.sentence }]
  if (!(error instanceof RequestError) || error.code === 'PLAN_OUTDATED') throw error
  const field = error.details?.['field']
  return [
    defined({ at, field: typeof field === 'string' ? fieldIn(document, field) : undefined, sentence: error.sentence }),
  ]
}

/** The first flow that would start itself for ever. */
async function loops({ query, member: { organizationId } }: CodeScope, changes: readonly CodeChange[]) {
  for (const { kind, id, at } of changes) {
    if (kind !== 'flow' || at === undefined) continue
    try {
      await refuseLoop(query, organizationId, await requireFlow(query, organizationId, id))
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      return [{ at, field: 'after', sentence: error.sentence }]
    }
  }
  return []
}
