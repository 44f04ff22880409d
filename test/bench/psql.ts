import { spawnSync } from 'node:child_process'

import type { RunningPostgres } from '../support/postgres/start-postgres.ts'
import { type Measurement, measureShell } from './measure.ts'
import type { TwoPostgres } from './two-postgres.ts'

/** Another client than the one on the PATH may be named. */
const PSQL = process.env['PSQL'] ?? 'psql'

/** Says so where there is none. */
export function hasPsql(): boolean {
  const isThere = spawnSync(PSQL, ['--version']).status === 0
  if (!isThere) console.log(`${PSQL} is not on the PATH: only our own figures, with nothing to compare them to.`)
  return isThere
}

/** The client's command line, which asks for the password in the environment. */
export const psql = ({ host, port, user, database }: RunningPostgres): string =>
  `${PSQL} -qX -h ${host} -p ${port} -U ${user} -d ${database} -v ON_ERROR_STOP=1`

/** The table through two clients. @param format what is put after COPY, text without */
export function psqlPipe({ source, destination }: TwoPostgres, format = ''): Promise<Measurement> {
  const copy = (server: RunningPostgres, direction: string) => `${psql(server)} -c "COPY bench ${direction}${format}"`
  return measureShell(`${copy(source, 'TO STDOUT')} | ${copy(destination, 'FROM STDIN')}`, {
    PGPASSWORD: source.password,
  })
}
