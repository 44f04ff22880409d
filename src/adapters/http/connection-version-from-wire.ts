import type { ConnectionVersionResponse } from '../../contract/connections.ts'
import { CAPABILITIES } from '../../core/catalog/connections/connection-types.ts'
import type { ConnectionVersion } from '../../core/connections/connection.ts'
import { versionFromWire } from './version-from-wire.ts'
import { withoutAbsent } from './without-absent.ts'

export const connectionVersionFromWire = ({ of, settings, ...row }: ConnectionVersionResponse): ConnectionVersion => ({
  ...versionFromWire(row),
  of,
  settings: withoutAbsent({
    name: settings.name,
    capability: CAPABILITIES.find((known) => known === settings.capability),
    config: settings.config,
    credentials: settings.credentials,
  }),
})
