import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

import { unprivileged } from './postgres-binaries.ts'
import type { RunningPostgres } from './start-postgres.ts'

/** Copies the folder of a running server, as pg_basebackup does, which npm's package does not have; the copy streams from the server. */
export async function copyAsStandby(primary: RunningPostgres, data: string): Promise<void> {
  const client = new pg.Client({ connectionString: primary.url })
  await client.connect()
  try {
    const { rows: places } = await client.query('show data_directory')
    await client.query(`select pg_backup_start('standby', true)`)
    const copied = spawnSync('cp', ['-a', places[0].data_directory, data], { encoding: 'utf8' })
    if (copied.status !== 0) throw new Error(copied.stderr)
    const { rows: labels } = await client.query('select labelfile from pg_backup_stop()')
    for (const own of ['postmaster.pid', 'postmaster.opts']) rmSync(join(data, own), { force: true })
    const { host, port, user, password } = primary
    const files = {
      backup_label: labels[0].labelfile,
      'standby.signal': '',
      'postgresql.auto.conf': `primary_conninfo = 'host=${host} port=${port} user=${user} password=${password} dbname=postgres application_name=standby'\n`,
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(data, name), text, { mode: 0o600 })
    if (unprivileged) spawnSync('chown', ['-R', `${unprivileged.uid}:${unprivileged.gid}`, data])
  } finally {
    await client.end()
  }
}
