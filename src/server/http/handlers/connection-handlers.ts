import { defined } from '../../../core/catalog/defined.ts'
import { inEnglish, sentence } from '../../../core/catalog/sentence.ts'
import { wordsOf } from '../../../core/catalog/words.ts'
import type { ConnectorContext, Entity } from '../../../engine/ports/connector.ts'
import {
  changeConnection,
  createConnection,
  readConnections,
  removeConnection,
} from '../../domain/connections/change-connections.ts'
import { readConnectionVersions } from '../../domain/connections/connection-versions.ts'
import { findRefusals } from '../../domain/connections/find-refusals.ts'
import { type Opening, openConnection } from '../../domain/connections/open-endpoint.ts'
import { pageOfEntities } from '../../domain/connections/page-of-entities.ts'
import { showRows } from '../../domain/connections/show-rows.ts'
import { testConnection, testUnsavedConnection } from '../../domain/connections/test-connection.ts'
import { withAccount } from '../../domain/connections/with-account.ts'
import { cloneConnection } from '../../domain/integrations/clone-connection.ts'
import { invalid } from '../../domain/request-error.ts'
import type { ConnectionRow } from '../../store/connections/connections.ts'
import type { Handlers } from '../handler.ts'
import { versionFrom } from '../requests/version-from.ts'
import { versionToWire } from '../wire/version-to-wire.ts'

interface Deps extends Opening {
  /** With an organization, what costs money counts in its budgets. */
  readonly contextFor: (request: Request, organizationId?: string) => ConnectorContext
}

export const connectionHandlers = ({ contextFor, ...deps }: Deps) =>
  ({
    listConnections: async ({ member: { organizationId } }) =>
      (await readConnections(deps.database, organizationId)).map(connectionToWire),

    createConnection: async ({ member, body: { integration_id: integrationId, ...body } }) =>
      connectionToWire(await createConnection(deps, member, { ...body, integrationId })),

    cloneConnection: async ({ member, params, body: { credentials, ...body } }) =>
      connectionToWire(await cloneConnection(deps, member, params['connectionId'] ?? '', { ...body, credentials })),

    updateConnection: async ({ member, params, body: { id: given, name, capability, config }, request }) => {
      const id = params['connectionId'] ?? ''
      if (given !== undefined && given !== id) throw invalid(sentence`id must be the connection’s own`, 'id')
      return connectionToWire(
        await changeConnection(deps, member, id, { name, capability, config, version: versionFrom(request) }),
      )
    },

    listConnectionVersions: async ({ member: { organizationId }, params }) => {
      const versions = await readConnectionVersions(deps.database, organizationId, params['connectionId'] ?? '')
      return versions.map(({ kind, settings, ...row }) => ({ ...versionToWire(row), of: kind, settings }))
    },

    deleteConnection: async ({ member, params }) => {
      await removeConnection(deps, member, params['connectionId'] ?? '')
      return undefined
    },

    testUnsavedConnection: async ({ member, body, request }) => {
      const { type, capability, integration_id: integrationId, config, credentials } = body
      const draft = { type, capability, integrationId, config, credentials }
      return { stages: [...(await testUnsavedConnection(deps, member, draft, contextFor(request)))] }
    },

    testConnection: async ({ member, params, request }) => ({
      stages: [...(await testConnection(deps, member, params['connectionId'] ?? '', contextFor(request)))],
    }),

    discoverConnection: async ({ member: { organizationId }, params, query: page, request }) => {
      const { connector, endpoint } = await openConnection(deps, organizationId, params['connectionId'] ?? '')
      const found = await withAccount(endpoint, contextFor(request), (context) => connector.discover(endpoint, context))
      const { entities, nextCursor } = pageOfEntities(found, page)
      return { entities: entities.map(entityToWire), next_cursor: nextCursor }
    },

    findRefusals: async ({ member: { organizationId }, params, body, request }) => {
      const opened = await openConnection(deps, organizationId, params['connectionId'] ?? '')
      const refused = await findRefusals(opened, body.tables, contextFor(request))
      return { refused: refused.map(refusalToWire) }
    },

    showRows: async ({ member: { organizationId }, params, body, request }) => {
      const opened = await openConnection(deps, organizationId, params['connectionId'] ?? '')
      const { hasMore, columns, rows, notes } = await showRows(opened, body.entity, contextFor(request, organizationId))
      return { columns, rows, has_more: hasMore, notes: notes.map(inEnglish), note_sentences: notes }
    },
  }) satisfies Partial<Handlers>

export const connectionToWire = ({ created_at, updated_at, is_stand_in, ...row }: ConnectionRow) => ({
  ...row,
  ...defined({ is_stand_in: is_stand_in || undefined }),
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

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
