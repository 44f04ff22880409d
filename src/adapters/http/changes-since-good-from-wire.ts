import type { ChangesSinceGoodResponse } from '../../contract/runs.ts'
import type { ChangesSinceGood, RunServers } from '../../core/runs/compare/changes-since-good.ts'
import { versionFromWire } from './version-from-wire.ts'
import { withoutAbsent } from './without-absent.ts'

export const changesSinceGoodFromWire = ({
  good_run_id,
  settings,
  servers,
}: ChangesSinceGoodResponse): ChangesSinceGood => ({
  ...withoutAbsent({ goodRunId: good_run_id }),
  settings: settings.map(({ of, connection: { id, name }, ...version }) => ({
    ...versionFromWire(version),
    ...{ of, connection: { id, name } },
  })),
  servers: { before: serversFromWire(servers.before), after: serversFromWire(servers.after) },
})

const serversFromWire = (servers: ChangesSinceGoodResponse['servers']['before']): RunServers =>
  withoutAbsent({
    millrace: servers['millrace'],
    source: servers['source'],
    destination: servers['destination'],
  })
