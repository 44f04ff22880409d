import type { Client } from 'pg'

interface Work<Result> {
  open(): Promise<Client>
  use(client: Client): Promise<Result>
}

interface Session {
  /** Says which server, account and database it is of. */
  readonly place: string
  readonly client: Client
}

const MAX_KEPT = 6

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
  const found = kept.find((session) => session.place === place)
  if (found) forget(found)
  return found
}

async function keep(session: Session): Promise<void> {
  await session.client.query('DISCARD ALL')
  kept.push(session)
  if (kept.length > MAX_KEPT) await kept.shift()?.client.end()
}

function forget(session: Session): void {
  const index = kept.indexOf(session)
  if (index !== -1) kept.splice(index, 1)
}
