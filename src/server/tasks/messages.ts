import type { IntegrationType } from '../../core/catalog/connections/integration-types.ts'
import type { StandInOwner } from '../../engine/ports/vendors.ts'
import type { RunRequest } from '../domain/runs/start-run.ts'
import type { NewStandIn } from '../domain/stand-ins/start-stand-in.ts'
import type { COUNTS, DURATIONS, Labels } from '../host/counters.ts'
import type { Log, LogFields } from '../host/log.ts'
import type { LogContext } from '../host/log-context.ts'
import type { Span, TraceContext } from '../host/tracing.ts'
import type { Announcement } from '../store/database/announcement.ts'
import type { CallKey } from '../store/database/commit-check.ts'
import type { JoinedShare } from '../store/runs/range-shares.ts'
import type { ClaimedRun } from '../worker/runs/claim-run.ts'
import type { SentError } from './sent-error.ts'

/** What a task process is asked to do. All values are plain: they are cloned on their way. */
export type Task =
  /** One attempt of a run. */
  | { readonly kind: 'run'; readonly claimed: ClaimedRun }
  /** Ranges of another worker's run; `worker` is our name. */
  | { readonly kind: 'assist'; readonly share: JoinedShare; readonly worker: string }
  /** Follows the mirrors of an account that nobody follows. `heldBy` names whoever does it. */
  | { readonly kind: 'mirrors'; readonly account: string; readonly heldBy: string }
  /** The work of a call of the API, by its name in the table of calls; the answer is plain too. */
  | { readonly kind: 'call'; readonly name: string; readonly call: unknown }

export type TaskKind = Task['kind']

/** Where log lines and spans of a task belong, and the key of the call in which its transactions are noted. */
export interface TaskContext {
  readonly log: LogContext
  readonly trace: TraceContext | undefined
  readonly key: CallKey | undefined
}

/** Requests of others during a task: to stop and write nothing more, to end it early as its user wants, and to begin nothing new. */
export type Wish = 'abort' | 'cancel' | 'enough'

export type MessageToTask =
  /** The first one: how the process is set up, with secrets, which therefore are in no argument and in no variable. */
  | { readonly kind: 'set-up'; readonly setup: unknown }
  | { readonly kind: 'task'; readonly task: Task; readonly context: TaskContext }
  | { readonly kind: 'wish'; readonly wish: Wish }
  /** What is left of earlier tasks is to be deleted: the next one is of another account. */
  | { readonly kind: 'forget' }
  | { readonly kind: 'ping' }
  | { readonly kind: 'answered'; readonly number: number; readonly answer?: unknown; readonly error?: SentError }

/** What only the parent can do, who has the queue and the stand-ins. */
export type Question =
  | {
      readonly kind: 'stand-in'
      readonly owner: StandInOwner
      readonly integration: IntegrationType
      readonly stored: object
    }
  | { readonly kind: 'new-stand-in'; readonly wanted: NewStandIn }
  | { readonly kind: 'start-run'; readonly request: RunRequest }

interface AfterTask {
  /** Nothing unexpected happened, so that another task may follow. */
  readonly isReusable: boolean
  /** What the task has used of processors. */
  readonly seconds: number
}

export type MessageFromTask =
  /** It is set up, or has forgotten. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'pong' }
  /** It has got its task. */
  | { readonly kind: 'begun' }
  /** It is about to commit a change: if it ends from now on, nobody knows whether that is done. */
  | { readonly kind: 'changes' }
  | ({ readonly kind: 'done'; readonly answer: unknown } & AfterTask)
  | ({ readonly kind: 'failed'; readonly error: SentError } & AfterTask)
  | { readonly kind: 'ask'; readonly number: number; readonly question: Question }
  | { readonly kind: 'log'; readonly level: keyof Log; readonly message: string; readonly fields: LogFields }
  | { readonly kind: 'count'; readonly name: keyof typeof COUNTS; readonly labels: Labels; readonly by: number }
  | {
      readonly kind: 'observe'
      readonly name: keyof typeof DURATIONS
      readonly labels: Labels
      readonly seconds: number
    }
  | { readonly kind: 'span'; readonly span: Span }
  /** What its transactions announce: the parent tells it with its own. */
  | { readonly kind: 'announce'; readonly announcements: readonly Announcement[] }
