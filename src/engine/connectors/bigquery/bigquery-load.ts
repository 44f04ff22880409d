import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { KeyDigest, RowsFound } from '../../ports/key-digest.ts'
import type { Load, PublishResult } from '../../ports/load.ts'
import type { VanishedFound } from '../../ports/vanished-rows.ts'
import { StagedObjects, type StagedObjectsOptions } from './staged-objects.ts'
import type { StagingBucket } from './staging-bucket.ts'

/** Puts staged objects in place, in one step. */
export type CommitObjects = (
  uris: readonly string[],
  highWaterMark: string | undefined,
  accept: ((found: VanishedFound) => void) | undefined,
) => Promise<PublishedRows>

/** `prefix` is the bucket folder of this attempt. */
export interface LoadOptions extends StagedObjectsOptions {
  /** An empty object in this folder; a newer attempt deletes it, and then this attempt can no longer load into the table. */
  readonly fenceMarker: string
  readonly commit: CommitObjects
  /** Sums of the rows before they are in place. Absent: they are not summed. */
  readonly staged?: StagedSums
  /** Can access the bucket even after the run was cancelled. */
  readonly cleaningBucket: () => Promise<StagingBucket>
}

export interface StagedSums {
  /** @param question its number */
  readonly sum: (
    uris: readonly string[],
    question: { readonly digest: KeyDigest | undefined; readonly question: number },
  ) => Promise<RowsFound>
  /** Never throws. */
  readonly drop: () => Promise<void>
}

/** Rows as counted by BigQuery. */
export interface PublishedRows {
  /** Rows that were loaded. */
  readonly rows: number
  /** Of the loaded rows, those that already existed and were left out. */
  readonly repeated: number
  /** See `PublishResult`. */
  readonly superseded?: number
  readonly outdated?: number
  /** Rows of the table that were removed or marked. */
  readonly vanished?: number
}

/** Loads rows through the bucket. The table has none of them until one job loads all objects. */
export class BigqueryLoad implements Load {
  readonly failure: AbortSignal
  readonly digest?: NonNullable<Load['digest']>
  readonly #options: LoadOptions
  readonly #objects: StagedObjects
  #isOver = false

  constructor(options: LoadOptions) {
    this.#options = options
    this.#objects = new StagedObjects(options)
    this.failure = this.#objects.failure
    const { staged } = options
    let question = 0
    if (staged) this.digest = (digest) => staged.sum(this.#uris(), { digest, question: ++question })
  }

  write(frames: Buffer): boolean {
    return this.#objects.write(frames)
  }

  drained(): Promise<void> {
    return this.#objects.drained()
  }

  finish(): Promise<number> {
    return this.#objects.finish()
  }

  async commit(highWaterMark?: string, accept?: (found: VanishedFound) => void): Promise<PublishResult> {
    const { bucket, commit, staged } = this.#options
    const taken = await commit(this.#uris(), highWaterMark, accept)
    await staged?.drop()
    requireAll(this.#objects.rows, taken)
    const { repeated, superseded, outdated, vanished } = taken
    // The rows are in place; the next run deletes objects that remain.
    await bucket.remove(this.#names()).catch(() => removeAfterAll(this.#options, this.#names()))
    return defined({ repeated, superseded, outdated, vanished })
  }

  async abandon(): Promise<void> {
    await this.#objects.stop()
    if (this.#isOver) return
    this.#isOver = true
    await this.#options.staged?.drop()
    await removeAfterAll(this.#options, this.#names())
  }

  #names(): readonly string[] {
    return [this.#options.fenceMarker, ...this.#objects.names]
  }

  #uris(): readonly string[] {
    return this.#names().map((name) => this.#options.bucket.uriOf(name))
  }
}

/** Also after the run was cancelled. Best effort. */
export async function removeAfterAll(
  { cleaningBucket }: Pick<LoadOptions, 'cleaningBucket'>,
  objects: readonly string[],
): Promise<void> {
  await cleaningBucket()
    .then((bucket) => bucket.remove(objects))
    .catch(() => {})
}

/** @throws ConnectorError if BigQuery has loaded another number of rows than were staged */
export function requireAll(sent: number, { rows }: PublishedRows): void {
  if (rows === sent) return
  throw new ConnectorError({
    code: 'ROW_COUNT_MISMATCH',
    message: sentence`${sent} rows were staged, but BigQuery reports ${rows}.`,
    hint: sentence`Run again; if it happens again, report it.`,
    retryable: true,
  })
}
