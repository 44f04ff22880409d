import { defined } from '../../../core/catalog/defined.ts'
import type { FlowConfig } from '../../store/flows/flow-config.ts'
import type { FlowRow } from '../../store/flows/flow-row.ts'
import { addFlow, saveFlow } from '../flows/change-flows.ts'
import { inTagOrder, ownerByEmail } from '../flows/flow-labels.ts'
import { requireFlow } from '../flows/require-flow.ts'
import { requirePermissionsFor } from '../members/member.ts'
import { isSameContent } from '../same-content.ts'
import type { FlowDocument, PlacedDocument } from './code-document.ts'
import { type CodeScope, matchOf, type Outcome, outcomeOf, planOutdated } from './code-scope.ts'

/** @param rows the flows as they were before. @throws RequestError, WaitsForAnother */
export async function applyFlow(
  scope: CodeScope,
  { document, file }: PlacedDocument<FlowDocument>,
  rows: ReadonlyMap<string, FlowRow>,
): Promise<Outcome> {
  const { query, member } = scope
  const match = await matchOf(scope, document)
  const values = { ...valuesOf(scope, document, file), ...(await ownerOf(scope, document)) }
  if (!match) {
    requirePermissionsFor(member, 'flow', {}, 'create')
    return { action: 'created', id: (await addFlow(query, member, values)).id, changes: [] }
  }
  const row = rows.get(match.id) ?? (await requireFlow(query, member.organizationId, match.id))
  if (isSameContent(valuesOfRow(row), { ownerUid: row.owner?.uid ?? null, ...values }))
    return outcomeOf(match, values.name, [])
  requirePermissionsFor(member, 'flow', {}, 'change')
  const { isSaved, changes } = await saveFlow(query, member, row.id, { ...values, version: row.version })
  if (!isSaved) throw planOutdated()
  return outcomeOf(match, values.name, changes)
}

/** @throws RequestError for a reference to nothing; WaitsForAnother */
function valuesOf({ known }: CodeScope, document: FlowDocument, file: string) {
  const { name, enabled, source, destination, after, freshnessMinutes, tags, isOwned } = document
  const config: FlowConfig = {
    ...document.config,
    ...defined({
      after: after && {
        flows: after.flows.map((flow, index) => ({ id: known.flow.find(flow, `after.flows.${index}`) })),
        when: after.when,
      },
    }),
  }
  return {
    name,
    enabled,
    config,
    freshnessMinutes,
    tags: inTagOrder(tags),
    sourceConnectionId: known.connection.find(source, 'source'),
    destinationConnectionId: known.connection.find(destination, 'destination'),
    codeFile: isOwned ? file : null,
  }
}

const ownerOf = async ({ query, member }: CodeScope, { owner }: FlowDocument) =>
  defined({ ownerUid: owner === undefined ? undefined : await ownerByEmail(query, member.organizationId, owner) })

const valuesOfRow = ({
  name,
  enabled,
  source,
  destination,
  config,
  freshness_minutes,
  code_file,
  ...row
}: FlowRow) => ({
  name,
  enabled,
  config,
  freshnessMinutes: freshness_minutes,
  sourceConnectionId: source.id,
  destinationConnectionId: destination.id,
  codeFile: code_file,
  ownerUid: row.owner?.uid ?? null,
  tags: row.tags,
})

/** Flows in an order in which each comes after those that start it, as far as there is one. */
export function inOrder(flows: readonly PlacedDocument<FlowDocument>[]): readonly PlacedDocument<FlowDocument>[] {
  const ordered = new Set<PlacedDocument<FlowDocument>>()
  const begun = new Set<PlacedDocument<FlowDocument>>()
  const byReference = new Map(flows.flatMap((flow) => [flow.document.name, flow.document.id].map((key) => [key, flow])))
  const visit = (flow: PlacedDocument<FlowDocument>) => {
    if (begun.has(flow)) return
    begun.add(flow)
    for (const reference of flow.document.after?.flows ?? []) {
      const before = byReference.get(reference)
      if (before) visit(before)
    }
    ordered.add(flow)
  }
  for (const flow of flows) visit(flow)
  return [...ordered]
}
