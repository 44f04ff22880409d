import type { Api } from './start-api.ts'

/** A connection to a database of the test's own server, with its integration. @returns its id */
export async function addPostgresConnection(api: Api, uid: string, base: string, dbname: string): Promise<string> {
  const { host, port, user, password } = api.postgres
  const credentials = { host, port, user, password, dbname, sslmode: 'prefer' }
  const integration = await api.call(uid, 'POST', `${base}/integrations`, {
    name: dbname,
    type: 'postgres',
    credentials,
  })
  const draft = { name: dbname, type: 'postgres', integration_id: integration.body.id, config: {} }
  return (await api.call(uid, 'POST', `${base}/connections`, draft)).body.id
}

/** The address of another database on the same server. */
export const urlOfDatabase = (api: Api, name: string): string => api.postgres.url.replace(/\/[^/]*$/, `/${name}`)
