import { expect, it } from 'vitest'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { copyMends } from '../../src/core/mends/copy-mends.ts'
import type { MoveEvent } from '../../src/engine/move/run/move-events.ts'
import { isMysql } from '../support/mariadb/mysql-server.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import type { RunningMariadb } from '../support/mariadb/start-mariadb.ts'
import { givenMysql } from './given-mysql.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'

let server: RunningMariadb
let from: MysqlDatabase
let to: MysqlDatabase

givenMysql((ends) => {
  ;({ server, from, to } = ends)
})

it('the text for a missing permission names the account as the server knows it, so that it can be executed there', async () => {
  const user = `w'r_${to.database}`
  const account = `'${user.replace("'", "''")}'@'%'`
  await runMysql(from, 'CREATE TABLE t (id int PRIMARY KEY)', 'INSERT INTO t VALUES (1)')
  await runMysql(to, 'CREATE TABLE t (id int PRIMARY KEY)')
  await runMysql(server, `CREATE USER ${account} IDENTIFIED BY 'w'`, `GRANT SELECT ON ${to.database}.* TO ${account}`)
  const stream = { entity: `${from.database}.t`, target: `${to.database}.t`, mode: 'append' } as const
  const attempt = async () => {
    const events: MoveEvent[] = []
    const onEvent = (event: MoveEvent) => void events.push(event)
    const destination = mysqlEndpoint(to, { user, password: 'w' })
    const { streams } = await moveAcross(mysqlEndpoint(from), destination, [stream], { onEvent })
    const signedIn = events.find((event) => event.kind === 'account' && event.side === 'destination')
    return { result: streams[0], account: signedIn?.kind === 'account' ? signedIn.account : undefined }
  }

  const refused = await attempt()
  expect(refused).toMatchObject({ result: { status: 'failed', error: { code: 'PERMISSION_MISSING' } }, account })
  const { message, object } = refused.result?.error ?? {}
  const [mend] = copyMends({
    error: {
      ...{ code: 'PERMISSION_MISSING', message: message ? inEnglish(message) : '' },
      ...(object && { object }),
      ...(refused.account && { account: refused.account }),
    },
    at: 'destination',
    stream,
    destination: { type: 'mysql', config: {} },
    entities: [],
  })
  // MySQL does not say of which database the table is; then it is that of the target.
  expect(object).toMatchObject({ kind: 'table', ...(!isMysql && { schema: to.database }) })
  expect(mend?.kind === 'copy' && mend.text).toContain(` TO ${account};`)
  await runMysql(server, mend?.kind === 'copy' ? mend.text : '')
  expect(await attempt()).toMatchObject({ result: { status: 'succeeded', rowsWritten: 1 } })
})
