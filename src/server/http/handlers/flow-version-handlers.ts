import { LARGEST_VERSION } from '../../domain/expected-version.ts'
import { readFlowVersion, readFlowVersions } from '../../domain/flows/flow-versions.ts'
import type { Database } from '../../store/database/database.ts'
import type { Handlers } from '../handler.ts'
import { numberFromCursor } from '../requests/number-from-cursor.ts'
import { versionToWire } from '../wire/version-to-wire.ts'

const PAGE = 25

export const flowVersionHandlers = ({ database }: { readonly database: Database }) =>
  ({
    listFlowVersions: async ({ member: { organizationId }, params, query: { cursor, changed } }) => {
      const before = cursor === undefined ? undefined : numberFromCursor(cursor, LARGEST_VERSION)
      const wanted = { before, changed, limit: PAGE }
      const rows = await readFlowVersions(database, organizationId, params['flowId'] ?? '', wanted)
      return {
        versions: rows.map(versionToWire),
        next_cursor: rows.length === PAGE ? String(rows.at(-1)?.version) : null,
      }
    },

    getFlowVersion: async ({ member: { organizationId }, params, query: { version } }) => {
      const wanted = version === undefined ? undefined : Number(version)
      return readFlowVersion(database, organizationId, params['flowId'] ?? '', wanted)
    },
  }) satisfies Partial<Handlers>
