import { inEnglish, sentence } from '../../../core/catalog/sentence.ts'
import type { LogPosition } from '../../ports/change-source.ts'
import { ConnectorError, type Problem } from '../../ports/connector.ts'
import { TableFailure } from '../../ports/table-failure.ts'
import { fenced } from './attempt-places.ts'
import type { DestinationOptions } from './commit-rows.ts'
import { commitScript, FAILURE, FENCED, type ScriptPart } from './commit-script.ts'
import type { MirrorPlace } from './mirror-place.ts'
import type { MirrorTables } from './mirror-tables.ts'

/** How often a transaction is tried again that another job has ended, and the first pause; each is twice as long. */
const TRIES = 6
const PAUSE_MS = 500

/**
 * Source: cloud.google.com/bigquery/docs/transactions#transaction_concurrency: a transaction that meets another change of one of its tables is ended.
 */
const CONFLICT =
  /aborted due to concurrent update against table (\S+?)\.?(\s|$)|Could not serialize access to table (\S+)/

interface CommitJobOptions extends Pick<DestinationOptions, 'dataset' | 'location' | 'signal'> {
  readonly tables: MirrorTables
  readonly place: MirrorPlace
  readonly epoch: bigint
  readonly aliveSeconds: number
}

export interface CommittedBatch {
  readonly parts: readonly (ScriptPart & { readonly entity?: string })[]
  readonly from: LogPosition | undefined
  readonly to: LogPosition | undefined
}

/** Runs the transaction of each batch as a job with an id of its own, so that a lost answer is asked for again and nothing runs twice. */
export class CommitJob {
  readonly #options: CommitJobOptions
  #batch = 0

  constructor(options: CommitJobOptions) {
    this.#options = options
  }

  /** @returns what each part has counted. @throws TableFailure if one table is the reason, ConnectorError `FENCED`, or another ConnectorError */
  async run({ parts, from, to }: CommittedBatch): Promise<readonly string[]> {
    const { dataset, location, signal, place, tables, epoch, aliveSeconds } = this.#options
    const query = { query: commitScript({ tables, epoch, from, to, aliveSeconds, parts }), useLegacySql: false }
    const batch = ++this.#batch
    for (let tries = 1; ; tries++) {
      try {
        const job = place.jobOf(`commit${batch}x${tries}`)
        const [answer = '[]'] = await dataset.ask(job, location, { query }, signal)
        return JSON.parse(answer) as readonly string[]
      } catch (error) {
        const words = wordsOf(error)
        if (words === undefined) throw error
        const conflict = CONFLICT.exec(words)
        if (!conflict || tries >= TRIES) throw failureOf(words, parts, conflict)
        await dataset.pause(PAUSE_MS * 2 ** (tries - 1), signal)
      }
    }
  }
}

/** What BigQuery says of a script that has failed; nothing if it is not known whether it has. */
const wordsOf = (error: unknown): string | undefined =>
  error instanceof ConnectorError && error.problem.code === 'JOB_FAILED' ? inEnglish(error.problem.message) : undefined

function failureOf(words: string, parts: CommittedBatch['parts'], conflict: RegExpExecArray | null): ConnectorError {
  if (words.includes(FENCED)) return fenced()
  const [, number = '0', reason = words] = FAILURE.exec(words) ?? []
  const blocked = conflict?.[1] ?? conflict?.[3] ?? ''
  const problem = conflict ? inUse(blocked) : refused(reason)
  // A conflict may be found as late as the commit.
  const isBlocked = ({ path }: ScriptPart) => conflict && path === blocked.replace(':', '.')
  const { entity } = parts.find(isBlocked) ?? parts[Number(number) - 1] ?? {}
  return entity === undefined ? new ConnectorError(problem) : new TableFailure(entity, problem)
}

const inUse = (table: string): Problem => ({
  code: 'OBJECT_IN_USE',
  message: sentence`Others change ${table} in BigQuery again and again, and end the transaction of the mirror.`,
  hint: sentence`The mirror tries again by itself.`,
  retryable: true,
})

const refused = (reason: string): Problem => ({
  code: 'JOB_FAILED',
  message: sentence`BigQuery could not apply the changes: ${reason.slice(0, 800)}`,
  hint: sentence`Fix what BigQuery names, then resume the table.`,
  retryable: false,
})
