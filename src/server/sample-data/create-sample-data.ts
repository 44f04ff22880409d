import { createHmac } from 'node:crypto'
import { sentence } from '../../core/catalog/sentence.ts'
import { RequestError } from '../domain/request-error.ts'
import { presentServer } from '../store/database/store-client.ts'
import { connected, type SqlConnection } from './connected.ts'
import { fillShop } from './fill-shop.ts'
import { lookUp, mayCreateDatabases, mayReadLog } from './look-up.ts'

export interface SampleDataRequest {
  /** A role that may create databases and roles on the server for the samples. */
  readonly adminUrl: string
  readonly organizationId: string
}

/** The fields of a Postgres connection's form, except `sslmode`. */
export interface SampleDatabase {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly dbname: string
}

export interface SampleData {
  readonly source: SampleDatabase
  readonly destination: SampleDatabase
}

/**
 * Creates the organization's sample shop (about 250,000 rows) and its empty warehouse, each a database with
 * its own role that can access nothing else. A second call finds both, and the same passwords still work.
 * Throws a RequestError if the server's role may not create them.
 */
export async function createSampleData({ adminUrl: address, organizationId }: SampleDataRequest): Promise<SampleData> {
  const adminUrl = await presentServer(address)
  const source = describeDatabase(adminUrl, organizationId, 'shop')
  const destination = describeDatabase(adminUrl, organizationId, 'warehouse')
  await connected(adminUrl, async (admin) => {
    await refuseUnlessAllowed(admin)
    // Two people of one organization may press the button at the same time.
    await admin.query('select pg_advisory_lock(hashtextextended($1, 0))', [source.dbname])
    for (const database of [source, destination]) await ensureDatabase(admin, database)
    if (await mayReadLog(admin.query)) await admin.query(`alter role ${admin.name(source.user)} replication`)
    await connected(urlOf(adminUrl, source), fillShop)
  })
  return { source, destination }
}

/** Drops both with their roles, even with open connections; no effect if they do not exist. */
export async function dropSampleData({ adminUrl: address, organizationId }: SampleDataRequest): Promise<void> {
  const adminUrl = await presentServer(address)
  await connected(adminUrl, async (admin) => {
    for (const part of ['shop', 'warehouse'] as const) {
      const { user, dbname } = describeDatabase(adminUrl, organizationId, part)
      await admin.query(`drop database if exists ${admin.name(dbname)} with (force)`)
      await admin.query(`drop role if exists ${admin.name(user)}`)
    }
  })
}

function describeDatabase(adminUrl: string, organizationId: string, part: 'shop' | 'warehouse'): SampleDatabase {
  const { hostname, port, password } = new URL(adminUrl)
  // The end of a UUID is random in every version; the beginning may be the time.
  const name = `millrace_${part}_${organizationId.replaceAll('-', '').slice(-12)}`
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || 5432),
    user: name,
    // Derived, not random: connections from an earlier click keep working, and nothing must be stored.
    password: createHmac('sha256', password).update(`sample data ${name}`).digest('base64url'),
    dbname: name,
  }
}

function urlOf(adminUrl: string, { user, password, dbname }: SampleDatabase): string {
  const url = new URL(adminUrl)
  Object.assign(url, { username: user, password, pathname: dbname })
  return url.href
}

async function refuseUnlessAllowed(admin: SqlConnection): Promise<void> {
  if (await mayCreateDatabases(admin.query)) return
  throw new RequestError(
    'conflict',
    'SAMPLE_DATA_NOT_ALLOWED',
    sentence`The database role of this server may not create databases and roles, so it has no place for sample data.`,
  )
}

async function ensureDatabase(admin: SqlConnection, { user, password, dbname }: SampleDatabase): Promise<void> {
  const [role, database, secret] = [admin.name(user), admin.name(dbname), admin.text(password)]
  const found = await lookUp(admin.query, { user, dbname })
  await admin.query(`${found.role ? 'alter' : 'create'} role ${role} login password ${secret}`)
  if (found.database) return
  await admin.query(`grant ${role} to current_user`)
  await admin.query(`create database ${database} owner ${role} template template0 encoding 'UTF8'`)
  await admin.query(`revoke all on database ${database} from public`)
}
