import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Command } from '../../cli/command.ts'
import { exportAudit } from '../domain/audit/export-audit.ts'
import { StartFailure } from '../host/start-failure.ts'
import { makeStreamLog } from '../host/stream-log.ts'
import { readConfig } from '../main/config.ts'
import { openStore } from '../main/open-store.ts'
import { openDatabase } from '../store/database/database.ts'
import { CONFIG_OPTION, settingsOf } from './config-option.ts'

/** Writes the audit log of one organization or of all, for archives and other systems. */
export const auditExport: Command = {
  description: [
    'Writes the audit log, one JSON object per line, the oldest event first: to FILE, else to the standard output.',
    'Millrace may run meanwhile, or be stopped. Secrets are not in the audit log; names and addresses of people are.',
  ],
  arguments: ['FILE?'],
  options: {
    ...CONFIG_OPTION,
    since: {
      type: 'string',
      value: 'TIME',
      description: 'only events from then on, such as 2026-11-01 or 2026-11-01T12:00:00Z',
    },
    organization: { type: 'string', value: 'ID', description: 'only events of this organization' },
  },
  run: async (input) => {
    const { environment, problems } = settingsOf(input)
    const filter = { since: timeOf(input.text('since')), organizationId: idOf(input.text('organization')) }
    const config = readConfig(environment, { fileProblems: problems })
    const store = await openStore(config, makeStreamLog(process.stderr, 'warn', 'text'))
    const database = openDatabase({ databaseUrl: store.url, onError: () => {} })
    try {
      const events = exportAudit(database, filter)
      const [file] = input.arguments
      if (file === undefined) for await (const event of events) input.print(JSON.stringify(event))
      else await writeLines(file, events)
      return 0
    } finally {
      await database.close()
      await store.close()
    }
  },
}

/** The file appears when it is complete. */
async function writeLines(file: string, events: AsyncIterable<object>): Promise<void> {
  const draft = `${file}.new`
  await pipeline(
    Readable.from(events),
    async function* lines(source) {
      for await (const event of source) yield `${JSON.stringify(event)}\n`
    },
    createWriteStream(draft, { mode: 0o600 }),
  )
  await rename(draft, file)
}

function timeOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const time = new Date(text)
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(time.getTime()))
    throw new StartFailure(`--since must be a time such as 2026-11-01 or 2026-11-01T12:00:00Z, but is "${text}".`)
  return time
}

function idOf(text: string | undefined): string | undefined {
  if (text !== undefined && !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text))
    throw new StartFailure(`--organization must be the id of an organization, but is "${text}".`)
  return text
}
