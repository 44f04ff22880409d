import type { Client } from 'pg'

interface Work<Result> {
  open(): Promise<Client>
  use(client: Client): Promise<Result>
}

interface Session {
  /** Says which server, account and database it is of. */
  readonly place: string
  readonly client: Client
  /** Ends it. */
  unused?: NodeJS.Timeout
}

const MAX_KEPT = 6

/** Whoever drops or copies a database waits for five seconds until nobody is in it. */
const KEPT_MS = 1_000

/** Those that nobody uses: to open one takes longer than most statements do. */
const kept: Session[] = []

/** Lends a session that is as good as new, and that nobody else has meanwhile. */
export async function withSession<Result>(place: string, { open, use }: Work<Result>): Promise<Result> {
  const session = take(place) ?? (await begin(place, open))
  try {
    const result = await use(session.client)
    await keep(session)
    return result
  } catch (error) {
    await session.client.end()
    throw error
  }
}

async function begin(place: string, open: () => Promise<Client>): Promise<Session> {
  const session = { place, client: await open() }
  session.client.once('end', () => forget(session))
  return session
}

function take(place: string): Session | undefined {
  const found = kept.findLast((session) => session.place === place)
  if (found) forget(found)
  return found
}

async function keep(session: Session): Promise<void> {
  const { client } = session
  // Refused in a transaction that was left open, which ends with its session.
  const isAsNew = await client.query('DISCARD ALL').then(
    () => true,
    () => false,
  )
  if (!isAsNew) return client.end()
  kept.push(session)
  session.unused = setTimeout(() => end(session), KEPT_MS).unref()
  const [longest] = kept
  if (longest && kept.length > MAX_KEPT) await end(longest)
}

async function end(session: Session): Promise<void> {
  forget(session)
  await session.client.end()
}

function forget(session: Session): void {
  clearTimeout(session.unused)
  const index = kept.indexOf(session)
  if (index !== -1) kept.splice(index, 1)
}
