import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { DatabaseCredentials } from '../sql/database-credentials.ts'
import { testDatabase } from '../sql/test-database.ts'
import type { MysqlSession } from './driver/mysql-session.ts'
import { describeTables } from './schema/describe-tables.ts'
import { digestOf, INTERNAL_PREFIX, sqlName } from './schema/table-name.ts'
import { mysqlError, mysqlProblem } from './session/mysql-problem.ts'
import { openSession } from './session/open-session.ts'

export const testMysql = testDatabase<MysqlSession>({
  field: 'database',
  open: (credentials, context, observe) => openSession(credentials, 'write', context, observe),
  serverOf: ({ facts: { version, isMariaDb } }, { user }) =>
    sentence`${isMariaDb ? 'MariaDB' : 'MySQL'} ${version.split('-')[0] ?? version}, signed in as ${user}`,
  read: proveRead,
  write: proveWrite,
  problemOf: (error, secret) => mysqlProblem(error, undefined, secret),
})

/** The server hides what the account may not read, so the test can only report what is visible. */
async function proveRead(session: MysqlSession, { database }: DatabaseCredentials): Promise<Sentence> {
  const { length } = await describeTables(session, { database })
  if (length === 1) return sentence`1 table to read in ${database}`
  return length === 0
    ? sentence`no table to read in ${database}; the account may lack the permission SELECT`
    : sentence`${length} tables to read in ${database}`
}

/** Creates, fills, renames and drops a table, as a run does. */
async function proveWrite(session: MysqlSession, { database }: DatabaseCredentials): Promise<Sentence> {
  const digest = digestOf(String(performance.now()), String(session.facts.threadId))
  const probe = sqlName({ database, name: `${INTERNAL_PREFIX}probe_${digest}` })
  const renamed = sqlName({ database, name: `${INTERNAL_PREFIX}probed_${digest}` })
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
