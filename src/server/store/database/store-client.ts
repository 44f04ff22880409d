import pg from 'pg'

import { readStoreAddresses, type StoreAddresses } from './store-addresses.ts'

/** A server that does not answer is passed over: another may. */
const ANSWERS_MS = 5_000

/** For so long a server that was found is believed to be the right one still; who cannot reach it looks again. */
const BELIEVED_MS = 5_000

interface Found {
  readonly url: string
  readonly at: number
}

/** The server of each address with several. */
const found = new Map<string, Found>()

/** A session at the store, whose address may name several servers: then at the one that takes writes, or as the address wants. */
export class StoreClient extends pg.Client {
  readonly #address: string
  readonly #servers: StoreAddresses | undefined

  constructor(config: pg.ClientConfig & { readonly connectionString: string }) {
    const servers = readStoreAddresses(config.connectionString)
    super({ ...config, connectionString: servers?.urls[0] ?? config.connectionString })
    this.#address = config.connectionString
    this.#servers = servers && (servers.urls.length > 1 || servers.wants !== 'any') ? servers : undefined
  }

  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
    const servers = this.#servers
    if (!servers) return callback ? void super.connect(callback) : this.#connected()
    const connecting = this.#choose(servers).then(() => this.#connected())
    // As the driver does: without an error the callback gets none.
    const settle = callback as ((error?: Error) => void) | undefined
    if (!settle) return connecting
    connecting.then(
      () => settle(),
      (error: Error) => settle(error),
    )
    return undefined
  }

  #connected(): Promise<pg.Client> {
    const connecting = super.connect() as unknown as Promise<pg.Client>
    return connecting.catch((error: unknown) => {
      found.delete(this.#address)
      throw error
    })
  }

  async #choose(servers: StoreAddresses): Promise<void> {
    const known = found.get(this.#address)
    const url = known && Date.now() - known.at < BELIEVED_MS ? known.url : await findServer(servers)
    found.set(this.#address, { url, at: Date.now() })
    const { host, port } = new pg.Client({ connectionString: url })
    Object.assign(this, { host, port })
  }
}

/** The address of the server that is used now, for what cannot take several. @throws the error of the last server */
export async function presentServer(address: string): Promise<string> {
  const servers = readStoreAddresses(address)
  return servers && servers.urls.length > 1 ? findServer(servers) : address
}

/** What a server answers that is not as wanted, in the words of one that takes no writes, so that calls and runs wait as for it. */
const refusal = (condition: string, message: string) =>
  `do $$ begin if ${condition} then raise read_only_sql_transaction using message = '${message}'; end if; end $$`

const REFUSALS: Readonly<Record<StoreAddresses['wants'], string>> = {
  any: 'select',
  writable: refusal(
    `pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on'`,
    'none of the servers takes writes',
  ),
  standby: refusal('not pg_is_in_recovery()', 'none of the servers is a standby'),
}

/** The first server that is as wanted. @throws the error of the last one */
async function findServer({ urls, wants }: StoreAddresses): Promise<string> {
  let failure: unknown
  for (const url of urls) {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'millrace',
      connectionTimeoutMillis: ANSWERS_MS,
      query_timeout: ANSWERS_MS,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query(REFUSALS[wants])
      return url
    } catch (error) {
      failure = error
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  throw failure
}
