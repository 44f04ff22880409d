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

export const mirrorHandlers = ({ database }: { readonly database: Database }) =>
  ({
    listMirrors: async ({ member: { organizationId } }) =>
      (await readMirrors(database, organizationId)).map(listedMirrorToWire),

    getMirror: async ({ member: { organizationId }, params }) =>
      mirrorToWire(await readMirror(database, organizationId, params['flowId'] ?? '')),

    listMirrorWindows: async ({ member: { organizationId }, params, query: { before } }) =>
      (
        await readMirrorWindows(
          database,
          organizationId,
          params['flowId'] ?? '',
          before === undefined ? undefined : Number(before),
        )
      ).map(windowToWire),

    changeMirror: async ({ member, params, body: { wanted } }) =>
      mirrorToWire(await changeMirror(database, member, params['flowId'] ?? '', wanted)),

    changeMirroredTable: async ({ member, params, body }) =>
      mirrorToWire(await changeMirroredTable(database, member, params['flowId'] ?? '', body)),
  }) satisfies Partial<Handlers>
