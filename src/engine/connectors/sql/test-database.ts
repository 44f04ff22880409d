import type { Sentence } from '../../../core/catalog/sentence.ts'
import { describeEncryption } from '../../net/tls/tls-settings.ts'
import type { Connector, ConnectorContext, Problem } from '../../ports/connector.ts'
import { type DatabaseCredentials, databaseCredentials } from './database-credentials.ts'
import { isTunnelled } from './database-route.ts'
import type { DriverSession } from './driver-session.ts'
import { type StageObserver, TestRecord } from './test-record.ts'

/** Leaves half a second of the ten seconds of a test for closing the connection. */
const TIME_LIMIT_MS = 9_500

interface DatabaseTest<S> {
  /** The field of the connection with the name of the database. */
  readonly field: 'dbname' | 'database'
  open(credentials: DatabaseCredentials, context: ConnectorContext, observe: StageObserver): Promise<S>
  /** The server, its version and the account. */
  serverOf(session: S, credentials: DatabaseCredentials): Sentence
  /** @returns what the account can read, if that is worth saying. @throws ConnectorError */
  read(session: S, credentials: DatabaseCredentials): Promise<Sentence | undefined>
  /** Leaves nothing behind. @returns where the account can write. @throws ConnectorError */
  write(session: S, credentials: DatabaseCredentials): Promise<Sentence>
  problemOf(error: unknown, secret: string): Problem
}

const PROVEN = { source: 'read', destination: 'write' } as const

/** Tests everything that a run needs, in order, and stops at the first failure. */
export const testDatabase =
  <S extends DriverSession>(test: DatabaseTest<S>): Connector['test'] =>
  async (endpoint, capability, context) => {
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(TIME_LIMIT_MS)])
    const password = endpoint.credentials['password']
    const secret = typeof password === 'string' ? password : ''
    const problemOf = (error: unknown) => test.problemOf(error, secret)
    const record = new TestRecord({ signal, hasTunnel: isTunnelled(endpoint), problemOf })
    let session: S | undefined
    try {
      const credentials = databaseCredentials(endpoint, test.field)
      const opened = await test.open(credentials, { ...context, signal }, record.observe)
      session = opened
      record.annotate('tls', describeEncryption(credentials.tls, opened.encryption))
      record.annotate('sign-in', test.serverOf(opened, credentials))
      for (const stage of capability === 'both' ? (['read', 'write'] as const) : [PROVEN[capability]]) {
        const detail = await record.observe(stage, () => test[stage](opened, credentials))
        if (detail) record.annotate(stage, detail)
      }
    } catch (error) {
      record.blame(error)
    } finally {
      await session?.close()
    }
    return record.stages(capability)
  }
