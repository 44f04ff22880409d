import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { describeEncryption } from '../../net/tls/tls-settings.ts'
import type { Connector } from '../../ports/connector.ts'
import { ConnectorError } from '../../ports/connector.ts'
import { databaseCredentials } from '../shared/database-credentials.ts'
import { isTunnelled } from '../shared/database-route.ts'
import { TestRecord } from '../shared/test-record.ts'
import type { MysqlSession } from './driver/mysql-session.ts'
import { describeTables } from './schema/describe-tables.ts'
import { digestOf, OWN_PREFIX, sqlName } from './schema/table-name.ts'
import { mysqlError, mysqlProblem } from './session/mysql-problem.ts'
import { openSession } from './session/open-session.ts'

/** Leaves half a second of the ten seconds of a test for closing the connection. */
const TIME_LIMIT_MS = 9_500

/** Tests everything that a run needs, in order, and stops at the first failure. */
export const testMysql: Connector['test'] = async (endpoint, capability, context) => {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(TIME_LIMIT_MS)])
  const password = endpoint.credentials['password']
  const secret = typeof password === 'string' ? password : ''
  const record = new TestRecord({
    signal,
    hasTunnel: isTunnelled(endpoint),
    problemOf: (error) => mysqlProblem(error, undefined, secret),
  })

  let session: MysqlSession | undefined
  try {
    const credentials = databaseCredentials(endpoint, 'database')
    const opened = await openSession(credentials, 'write', { ...context, signal }, record.observe)
    session = opened
    const { version, isMariaDb } = opened.facts
    record.annotate('tls', describeEncryption(credentials.tls, opened.encryption))
    record.annotate(
      'sign-in',
      sentence`${isMariaDb ? 'MariaDB' : 'MySQL'} ${version.split('-')[0] ?? version}, signed in as ${credentials.user}`,
    )
    if (capability !== 'destination')
      record.annotate('read', await record.observe('read', () => proveRead(opened, credentials.database)))
    if (capability !== 'source')
      record.annotate('write', await record.observe('write', () => proveWrite(opened, credentials.database)))
  } catch (error) {
    record.blame(error)
  } finally {
    await session?.close()
  }
  return record.stages(capability)
}

/** The server hides what the account may not read, so the test can only report what is visible. */
async function proveRead(session: MysqlSession, database: string): Promise<Sentence> {
  const { length } = await describeTables(session, { database })
  if (length === 1) return sentence`1 table to read in ${database}`
  return length === 0
    ? sentence`no table to read in ${database}; the account may lack the permission SELECT`
    : sentence`${length} tables to read in ${database}`
}

/** Creates, fills, renames and drops a table, as a run does. */
async function proveWrite(session: MysqlSession, database: string): Promise<Sentence> {
  const digest = digestOf(String(performance.now()), String(session.facts.threadId))
  const probe = sqlName({ database, name: `${OWN_PREFIX}probe_${digest}` })
  const renamed = sqlName({ database, name: `${OWN_PREFIX}probed_${digest}` })
  let isMade = false
  try {
    await session.query(`CREATE TABLE ${probe} (a int PRIMARY KEY) ENGINE = InnoDB`)
    isMade = true
    await session.query(`INSERT INTO ${probe} VALUES (1)`)
    await session.query(`RENAME TABLE ${probe} TO ${renamed}`)
  } catch (error) {
    const problem = mysqlProblem(error)
    if (problem.code !== 'PERMISSION_MISSING') throw mysqlError(error)
    throw new ConnectorError({
      ...problem,
      hint: sentence`Grant what a run needs: GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, DROP ON ${sqlName({ database, name: 'x' }).replace(/`x`$/, '*')} TO the account.`,
    })
  } finally {
    if (isMade && session.isOpen) await session.query(`DROP TABLE IF EXISTS ${probe}, ${renamed}`).catch(() => {})
  }
  const [row] = await session.query('SELECT @@local_infile AS local_files')
  return row?.['local_files'] === '1'
    ? sentence`can create tables in ${database}`
    : sentence`can create tables in ${database}; local_infile is off, so loading is slower`
}
