import {
  changeMirror,
  changeMirroredTable,
  readMirror,
  readMirrors,
  readMirrorWindows,
} from '../../domain/mirrors/mirrors.ts'
import type { Database } from '../../store/database/database.ts'
import type { Handlers } from '../handler.ts'
import { listedMirrorToWire, mirrorToWire, windowToWire } from '../wire/mirror-to-wire.ts'

export const mirrorHandlers = ({ database, logBytes }: { readonly database: Database; readonly logBytes: number }) =>
  ({
    listMirrors: async ({ member: { organizationId, person } }) => {
      const mirrors = await readMirrors(database, organizationId)
      // A key that is limited to flows sees no others.
      return mirrors.filter(({ flow_id }) => person.service?.flowIds?.includes(flow_id) ?? true).map(listedMirrorToWire)
    },

    getMirror: async ({ member: { organizationId }, params }) =>
      mirrorToWire(await readMirror(database, organizationId, params['flowId'] ?? ''), logBytes),

    listMirrorWindows: async ({ member: { organizationId }, params, query }) => {
      const before = query.before === undefined ? undefined : Number(query.before)
      const windows = await readMirrorWindows(database, organizationId, params['flowId'] ?? '', before)
      return { windows: windows.map(windowToWire) }
    },

    changeMirror: async ({ member, params, body: { wanted } }) =>
      mirrorToWire(await changeMirror(database, member, params['flowId'] ?? '', wanted), logBytes),

    changeMirroredTable: async ({ member, params, body }) =>
      mirrorToWire(await changeMirroredTable(database, member, params['flowId'] ?? '', body), logBytes),
  }) satisfies Partial<Handlers>
