import { changeCutOver } from '../../domain/mirrors/cut-over.ts'
import { compareMirror, readMirrorDifference } from '../../domain/mirrors/mirror-differences.ts'
import {
  changeMirror,
  changeMirroredTable,
  readMirror,
  readMirrors,
  readMirrorWindows,
} from '../../domain/mirrors/mirrors.ts'
import type { Database } from '../../store/database/database.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Handlers } from '../handler.ts'
import { listedMirrorToWire, mirrorToWire, windowToWire } from '../wire/mirror-to-wire.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
  readonly logBytes: number
}

export const mirrorHandlers = ({ database, vault, logBytes }: Deps) =>
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

    compareMirror: async ({ member, params, body: { entities } }) => {
      const flowId = params['flowId'] ?? ''
      await compareMirror({ database }, member, flowId, entities)
      return mirrorToWire(await readMirror(database, member.organizationId, flowId), logBytes)
    },

    changeCutOver: async ({ member, params, body: { action } }) => {
      const flowId = params['flowId'] ?? ''
      await changeCutOver(database, member, flowId, action)
      return mirrorToWire(await readMirror(database, member.organizationId, flowId), logBytes)
    },

    listMirrorDifference: async ({ member: { organizationId }, params, query: { entity } }) => {
      const flowId = params['flowId'] ?? ''
      const { columns, rows } = await readMirrorDifference({ database, vault }, organizationId, flowId, entity)
      return { columns: [...columns], rows: [...rows] }
    },

    changeMirroredTable: async ({ member, params, body }) =>
      mirrorToWire(await changeMirroredTable(database, member, params['flowId'] ?? '', body), logBytes),
  }) satisfies Partial<Handlers>
