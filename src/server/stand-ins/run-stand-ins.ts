import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import { CONNECTION_TYPE_NAMES, type ConnectionType } from '../../core/catalog/connections/connection-types.ts'
import type { IntegrationType } from '../../core/catalog/connections/integration-types.ts'
import { type Sentence, sentence } from '../../core/catalog/sentence.ts'
import { ConnectorError } from '../../engine/ports/connector.ts'
import type { StandInOwner } from '../../engine/ports/vendors.ts'
import { findMariadb } from '../../stand-ins/find-mariadb.ts'
import type { StandIn } from '../../stand-ins/stand-in.ts'
import type { RunningStandIn, StandIns } from '../domain/stand-ins/stand-ins.ts'
import { describeError } from '../host/describe-error.ts'
import type { Log } from '../host/log.ts'
import type { SampleData } from '../sample-data/create-sample-data.ts'

interface Options {
  /** Where stand-ins with data keep it. */
  readonly folder: string
  readonly log: Log
  /** Absent: all. */
  readonly types?: readonly ConnectionType[]
  /** The databases of an organization with sample rows, on the server's own Postgres. @throws RequestError if it may not make any */
  readonly samplePostgres: (organizationId: string) => Promise<SampleData>
}

export const NO_MARIADB = sentence`MariaDB is not installed on this machine. Install its server, for example with "apt install mariadb-server" or "brew install mariadb", and try again; Millrace starts it when it is needed.`

/**
 * Runs the stand-ins in this process, each when it is first needed, also after a restart. Their code is loaded on demand. What they have received is
 * gone when the server stops; only databases keep their rows.
 */
export function runStandIns({ folder, log, types = CONNECTION_TYPE_NAMES, samplePostgres }: Options): StandIns {
  const running = new Map<string, Promise<RunningStandIn & Pick<StandIn, 'stop'>>>()
  const folderOf = ({ integrationId }: StandInOwner) => join(folder, integrationId)

  const launch = async (owner: StandInOwner, integration: IntegrationType, stored: object) => {
    try {
      return await startOne(owner, integration, { ...stored })
    } catch (error) {
      running.delete(owner.integrationId)
      log.warn('a stand-in did not start', { integration, error: describeError(error) })
      throw didNotStart(integration, error)
    }
  }

  const startOne = async (
    owner: StandInOwner,
    integration: IntegrationType,
    stored: Readonly<Record<string, unknown>>,
  ) => {
    if (integration === 'mysql') {
      const { startMariadbStandIn } = await import('../../stand-ins/mariadb.ts')
      return startMariadbStandIn({ folder: folderOf(owner) })
    }
    if (integration === 'postgres') {
      const { source, destination } = await samplePostgres(owner.organizationId)
      const isDestination = stored['capability'] === 'destination' || stored['dbname'] === destination.dbname
      const credentials = { ...(isDestination ? destination : source), sslmode: 'prefer' }
      return { addresses: {}, credentials, config: {}, stop: async () => {} }
    }
    const { VENDOR_STAND_INS } = await import('../../stand-ins/vendor-stand-ins.ts')
    const start = VENDOR_STAND_INS[integration]
    if (!start) throw new Error(`there is no stand-in for ${integration}`)
    return start(stored)
  }

  return {
    types,
    problemOf: (type: ConnectionType): Sentence | undefined =>
      type === 'mysql' && !findMariadb() ? NO_MARIADB : undefined,
    start(owner, integration, stored) {
      const known = running.get(owner.integrationId) ?? launch(owner, integration, stored)
      running.set(owner.integrationId, known)
      return known
    },
    async remove(owner) {
      const known = running.get(owner.integrationId)
      running.delete(owner.integrationId)
      await known?.then(({ stop }) => stop()).catch(() => {})
      await rm(folderOf(owner), { recursive: true, force: true })
    },
    async close() {
      const all = [...running.values()]
      running.clear()
      await Promise.all(all.map((known) => known.then(({ stop }) => stop()).catch(() => {})))
    },
  }
}

const didNotStart = (integration: string, cause: unknown) =>
  new ConnectorError(
    {
      code: 'STAND_IN_FAILED',
      message: sentence`The test account for ${integration} did not start: ${cause instanceof Error ? cause.message.slice(0, 500) : String(cause)}`,
      hint: sentence`Remove all test accounts and add it again.`,
    },
    { cause },
  )
