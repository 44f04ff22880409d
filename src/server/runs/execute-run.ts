import { ConnectorError } from '../connectors/connector.ts'
import type { Dialler } from '../egress/dialler.ts'
import { move } from '../engine/move.ts'
import { describeError } from '../ports/describe-error.ts'
import type { Log } from '../ports/log.ts'
import type { Database } from '../store/database.ts'
import {
  claimRun,
  findRun,
  insertLogLine,
  isCancelRequested,
  type RunRow,
  type RunStreamRow,
  saveRun,
} from '../store/runs.ts'
import { openEndpoint } from '../usecases/open-endpoint.ts'
import { Refusal } from '../usecases/refusal.ts'
import type { Vault } from '../vault/vault.ts'
import { outcomeOf, type RunOutcome } from './run-outcome.ts'
import { RunProgress, runError } from './run-progress.ts'

export interface ExecuteRunDeps {
  readonly database: Database
  readonly vault: Vault
  readonly dialler: Dialler
  readonly log: Log
  /** Registers interest in a run's cancellation. @returns a function that ends it */
  readonly onCancel: (runId: string, cancel: () => void) => () => void
}

/** Screens follow a run within 250 ms; half of that is for the way to them. */
const FLUSH_MS = 100

const CANCELLED = 'cancelled by a person'

/**
 * Moves one run from its claim to its end. `lost` fires when the queue has given the run to another worker;
 * then nothing more is written, because that worker's epoch is the higher one.
 */
export const makeExecuteRun =
  ({ database, vault, dialler, log, onCancel }: ExecuteRunDeps) =>
  async (runId: string, lost: AbortSignal): Promise<void> => {
    const claim = await database.asSystem((query) => claimRun(query, runId))
    if (!claim) return
    const { organizationId, epoch } = claim
    const run = await database.asSystem((query) => findRun(query, organizationId, runId))
    if (!run) return

    const stop = new AbortController()
    const progress = new RunProgress()
    const isOurs = await flusher()
    const forget = onCancel(runId, () => stop.abort(CANCELLED))
    // The request may have come between two workers, when nobody was listening.
    if (await database.asSystem((query) => isCancelRequested(query, runId))) stop.abort(CANCELLED)
    try {
      const outcome = await attempt(run)
      await isOurs.end()
      if (lost.aborted) return
      await finish(outcome)
    } finally {
      forget()
      await isOurs.end()
    }

    async function attempt({ flow_id, flow_snapshot: snapshot }: RunRow): Promise<RunOutcome> {
      if (stop.signal.aborted) return { status: 'cancelled' }
      try {
        const [source, destination] = await database.asSystem(async (query) => [
          await openEndpoint(query, vault, organizationId, snapshot.sourceConnectionId),
          await openEndpoint(query, vault, organizationId, snapshot.destinationConnectionId),
        ])
        if (!source || !destination) throw new Error('a flow has two ends')
        if (snapshot.config.transformations.length > 0) {
          throw new Refusal(501, 'TRANSFORMATIONS_NOT_AVAILABLE', 'This version cannot run transformations yet.')
        }
        await move({
          source,
          destination,
          streams: snapshot.config.streams.map(({ entity, target, mode, columns }) => ({
            entity,
            target: target ?? entity,
            mode,
            ...(columns && { columns }),
          })),
          fence: { flowId: flow_id, runId, epoch: BigInt(epoch) },
          context: { signal: AbortSignal.any([stop.signal, lost]), dialler },
          onEvent: (event) => {
            if (event.kind === 'log') isOurs.say(event.level, event.message, event.entity)
            else progress.apply(event)
          },
        })
        return outcomeOf(progress.rows(), stop.signal.reason === CANCELLED)
      } catch (error) {
        if (stop.signal.reason === CANCELLED) return { status: 'cancelled' }
        if (error instanceof ConnectorError) return { status: 'failed', error: runError(error.problem) }
        if (error instanceof Refusal)
          return { status: 'failed', error: runError({ code: error.code, message: error.message }) }
        log.error('run failed', { runId, error: describeError(error) })
        const message = 'Something went wrong inside Millrace. It has been logged.'
        return {
          status: 'failed',
          error: { code: 'INTERNAL', message, hint: 'Run the flow again; if it fails again, report it.' },
        }
      }
    }

    async function finish({ status, error }: RunOutcome): Promise<void> {
      const streams = progress.rows().map((row): RunStreamRow => (isOver(row) ? row : { ...row, status: 'cancelled' }))
      await database.asSystem(async (query) => {
        if (error)
          await insertLogLine(query, organizationId, {
            run_id: runId,
            level: 'error',
            message: error.message,
            entity: error.stream ?? null,
          })
        await saveRun(query, { runId, epoch, status, streams, error })
      })
    }

    /** Writes progress and log lines one after the other while the run goes; stops the run when it belongs to somebody else. */
    async function flusher() {
      let writing: Promise<void> = Promise.resolve()
      const write = (work: () => Promise<unknown>) => {
        writing = writing.then(work).then(
          () => undefined,
          (error: unknown) => log.warn('progress not written', { runId, error: describeError(error) }),
        )
        return writing
      }
      const flush = async () => {
        if (!progress.takeChanged()) return
        const change = { runId, epoch, status: progress.status(), streams: progress.rows() }
        if (!(await database.asSystem((query) => saveRun(query, change)))) stop.abort('no longer ours')
      }
      const timer = setInterval(() => void write(flush), FLUSH_MS)
      return {
        say: (level: 'info' | 'warning' | 'error', message: string, entity?: string) =>
          void write(() =>
            database.asSystem((query) =>
              insertLogLine(query, organizationId, { run_id: runId, level, message, entity: entity ?? null }),
            ),
          ),
        end: () => {
          clearInterval(timer)
          return writing
        },
      }
    }
  }

const isOver = ({ status }: RunStreamRow) => status === 'succeeded' || status === 'failed' || status === 'cancelled'
