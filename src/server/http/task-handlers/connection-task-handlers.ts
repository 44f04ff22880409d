import { defined } from '../../../core/catalog/defined.ts'
import { inEnglish } from '../../../core/catalog/sentence.ts'
import { wordsOf } from '../../../core/catalog/words.ts'
import type { Entity } from '../../../engine/ports/connector.ts'
import { findRefusals } from '../../domain/connections/find-refusals.ts'
import { openConnection } from '../../domain/connections/open-endpoint.ts'
import { pageOfEntities } from '../../domain/connections/page-of-entities.ts'
import { showRows } from '../../domain/connections/show-rows.ts'
import { testConnection, testUnsavedConnection } from '../../domain/connections/test-connection.ts'
import { withAccount } from '../../domain/connections/with-account.ts'
import { cloneConnection } from '../../domain/integrations/clone-connection.ts'
import type { TaskHandlers } from '../task-call.ts'
import { connectionToWire } from '../wire/connection-to-wire.ts'
import type { TaskDeps } from './task-deps.ts'

/** What connections answer when they are asked, and what has credentials to check. */
export const connectionTaskHandlers = ({ contextFor, ...deps }: TaskDeps) =>
  ({
    cloneConnection: async ({ member, params, body: { credentials, ...body } }) =>
      connectionToWire(await cloneConnection(deps, member, params['connectionId'] ?? '', { ...body, credentials })),

    testUnsavedConnection: async ({ member, body, signal }) => {
      const { type, capability, integration_id: integrationId, config, credentials } = body
      const draft = { type, capability, integrationId, config, credentials }
      return { stages: [...(await testUnsavedConnection(deps, member, draft, contextFor(signal)))] }
    },

    testConnection: async ({ member, params, signal }) => ({
      stages: [...(await testConnection(deps, member, params['connectionId'] ?? '', contextFor(signal)))],
    }),

    discoverConnection: async ({ member: { organizationId }, params, query: page, signal }) => {
      const { connector, endpoint } = await openConnection(deps, organizationId, params['connectionId'] ?? '')
      const found = await withAccount(endpoint, contextFor(signal), (context) => connector.discover(endpoint, context))
      const { entities, nextCursor } = pageOfEntities(found, page)
      return { entities: entities.map(entityToWire), next_cursor: nextCursor }
    },

    findRefusals: async ({ member: { organizationId }, params, body, signal }) => {
      const opened = await openConnection(deps, organizationId, params['connectionId'] ?? '')
      const refused = await findRefusals(opened, body.tables, contextFor(signal))
      return { refused: refused.map(refusalToWire) }
    },

    showRows: async ({ member: { organizationId }, params, body, signal }) => {
      const opened = await openConnection(deps, organizationId, params['connectionId'] ?? '')
      const { hasMore, orderedBy, columns, rows, notes } = await showRows(
        opened,
        body.entity,
        contextFor(signal, organizationId),
      )
      return {
        columns,
        rows,
        has_more: hasMore,
        ...defined({ ordered_by: orderedBy && [...orderedBy] }),
        notes: notes.map(inEnglish),
        note_sentences: notes,
      }
    },
  }) satisfies Partial<TaskHandlers>

type FoundRefusal = Awaited<ReturnType<typeof findRefusals>>[number]

const refusalToWire = ({ entity, columns, problem, account }: FoundRefusal) => ({
  entity,
  columns: [...columns],
  error: { code: problem.code, ...wordsOf(problem), ...defined({ account }) },
})

const entityToWire = ({ name, kind, estimatedRows, columns }: Entity) => ({
  name,
  kind,
  ...defined({ estimated_rows: estimatedRows }),
  // Only these: what the engine knows beside them would be half of the answer.
  columns: columns.map(({ name: column, type, nullable, keyPosition, generated }) =>
    defined({ name: column, type, nullable, key_position: keyPosition, generated }),
  ),
})
