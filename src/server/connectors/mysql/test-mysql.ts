import type { Connector, Problem, TestStage, TestStageName } from '../connector.ts'
import { ConnectorError } from '../connector.ts'
import { describeTables } from './describe-tables.ts'
import { mysqlCredentials } from './mysql-credentials.ts'
import { mysqlError, mysqlProblem } from './mysql-problem.ts'
import type { MysqlSession } from './mysql-session.ts'
import type { StageObserver } from './open-session.ts'
import { openSession } from './open-session.ts'
import { digestOf, OWN_PREFIX, sqlName } from './table-name.ts'

/** Leaves half a second of the ten that a test may take for closing the connection. */
const TIME_LIMIT_MS = 9_500

const STAGES: readonly TestStageName[] = ['resolve', 'connect', 'tls', 'sign-in', 'read', 'write']

/** Tries everything a run needs, in order, and stops at the first thing that fails. */
export const testMysql: Connector['test'] = async (endpoint, capability, context) => {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(TIME_LIMIT_MS)])
  const done = new Map<TestStageName, TestStage>()
  const password = endpoint.credentials['password']
  const secret = typeof password === 'string' ? password : ''

  // A TLS handshake that fails is followed by a try without; the last try is the one that counts.
  const observe: StageObserver = async (stage, work) => {
    const started = performance.now()
    const elapsed = () => Math.round((performance.now() - started) * 10) / 10
    try {
      const result = await work()
      done.set(stage, { stage, status: 'passed', milliseconds: elapsed() })
      return result
    } catch (error) {
      const problem = signal.aborted ? tooSlow : mysqlProblem(error, undefined, secret)
      done.set(stage, { stage, status: 'failed', milliseconds: elapsed(), problem })
      throw error
    }
  }

  let session: MysqlSession | undefined
  try {
    const credentials = mysqlCredentials(endpoint)
    const opened = await openSession(credentials, 'write', { ...context, signal }, observe)
    session = opened
    const { version, isMariaDb } = opened.facts
    annotate(done, 'tls', opened.encryption ? `${opened.encryption}, certificate not verified` : 'not encrypted')
    annotate(
      done,
      'sign-in',
      `${isMariaDb ? 'MariaDB' : 'MySQL'} ${version.split('-')[0]}, signed in as ${credentials.user}`,
    )
    if (capability !== 'destination')
      annotate(done, 'read', await observe('read', () => proveRead(opened, credentials.database)))
    if (capability !== 'source')
      annotate(done, 'write', await observe('write', () => proveWrite(opened, credentials.database)))
  } catch (error) {
    const blamed = [...done.values()].some(({ status }) => status === 'failed')
    if (!blamed) {
      const problem = mysqlProblem(error, undefined, secret)
      done.set('resolve', { stage: 'resolve', status: 'failed', milliseconds: 0, problem })
    }
  } finally {
    await session?.close()
  }
  return STAGES.filter((stage) => isAsked(stage, capability)).map(
    (stage) => done.get(stage) ?? { stage, status: 'skipped', milliseconds: 0 },
  )
}

const isAsked = (stage: TestStageName, capability: string) =>
  !(stage === 'write' && capability === 'source') && !(stage === 'read' && capability === 'destination')

function annotate(done: Map<TestStageName, TestStage>, stage: TestStageName, detail: string): void {
  const found = done.get(stage)
  if (found) done.set(stage, { ...found, detail })
}

const tooSlow: Problem = {
  code: 'SERVER_SILENT',
  message: 'The server did not answer in time.',
  hint: 'Check the host and the port, that firewalls let this server in, and that the database is healthy.',
  field: 'host',
  retryable: true,
}

/** The server hides what an account may not read, so all that can be said is what is there. */
async function proveRead(session: MysqlSession, database: string): Promise<string> {
  const { length } = await describeTables(session, { database })
  return length === 0
    ? `no table to read in ${database}; the account may lack the permission SELECT`
    : `${length} ${length === 1 ? 'table' : 'tables'} to read in ${database}`
}

/** Makes, fills, renames and drops a table, as a run does. */
async function proveWrite(session: MysqlSession, database: string): Promise<string> {
  const digest = digestOf(String(performance.now()), String(session.facts.threadId))
  const probe = sqlName({ database, name: `${OWN_PREFIX}probe_${digest}` })
  const renamed = sqlName({ database, name: `${OWN_PREFIX}probed_${digest}` })
  let isMade = false
  try {
    await session.query(`CREATE TABLE ${probe} (a int) ENGINE = InnoDB`)
    isMade = true
    await session.query(`INSERT INTO ${probe} VALUES (1)`)
    await session.query(`RENAME TABLE ${probe} TO ${renamed}`)
  } catch (error) {
    const problem = mysqlProblem(error)
    if (problem.code !== 'PERMISSION_MISSING') throw mysqlError(error)
    throw new ConnectorError({
      ...problem,
      hint: `Grant what a run needs: GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, DROP ON ${sqlName({ database, name: 'x' }).replace(/`x`$/, '*')} TO the account.`,
    })
  } finally {
    if (isMade && session.isOpen) await session.query(`DROP TABLE IF EXISTS ${probe}, ${renamed}`).catch(() => {})
  }
  const [row] = await session.query('SELECT @@local_infile AS local_files')
  return `can create tables in ${database}${row?.['local_files'] === '1' ? '' : '; local_infile is off, so loading is slower'}`
}
