import { defined } from '../../../core/catalog/defined.ts'
import type { Load, PublishResult } from '../../ports/load.ts'
import type { FinishedRange, RangedLoad, TableRange, TakenRange } from '../../ports/ranges.ts'
import type { TargetRanges } from '../../ports/target.ts'
import type { Fence } from '../../ports/target-request.ts'
import { incomplete } from '../sql/incomplete-ranges.ts'
import { type AttemptPlace, fenced, isFenceMarker } from './attempt-places.ts'
import { type LoadOptions, removeAfterAll, requireAll } from './bigquery-load.ts'
import { noteOf, planFolder, rangePrefix, runFolder, type StagedRange, stagedRanges } from './range-objects.ts'
import { StagedObjects } from './staged-objects.ts'
import type { StagingBucket } from './staging-bucket.ts'

interface RangedLoadOptions
  extends Pick<LoadOptions, 'columns' | 'bucket' | 'fenceMarker' | 'commit' | 'cleaningBucket'> {
  readonly table: string
  readonly loadId: string
  readonly fence: Fence
  /** The bucket folder of the ranges of this run and plan. */
  readonly folder: string
}

interface Staging extends Pick<RangedLoadOptions, 'table' | 'fence' | 'bucket' | 'commit' | 'cleaningBucket'> {
  readonly place: AttemptPlace
  /** From now on the load removes what it has staged. */
  readonly begin: () => void
}

/** Objects of another version are ignored. */
const VERSION = 1

/** How ranges of the rows of an attempt are staged; those that earlier attempts of the run have staged are found. */
export const stagedInRanges = ({ place, begin, ...staging }: Staging): TargetRanges => ({
  load: async (_format, plan) => {
    begin()
    const { staged: columns, loadId, fenceMarker } = place
    const folder = planFolder(loadId, staging.fence, JSON.stringify([VERSION, plan, columns]))
    const names = await staging.bucket.list(folder)
    return new BigqueryRangedLoad({ ...staging, columns, loadId, fenceMarker, folder }, stagedRanges(names))
  },
})

/**
 * Stages ranges as objects in the bucket that outlive the attempt. One job loads the objects of all ranges; it also refers to the fence marker of the
 * attempt, so that an attempt that was overtaken loads nothing.
 */
class BigqueryRangedLoad implements RangedLoad {
  /** Each range needs memory for a group of its rows. */
  readonly atOnce = 1
  readonly #options: RangedLoadOptions
  #staged: readonly StagedRange[]
  #left: TableRange[] = []

  constructor(options: RangedLoadOptions, staged: readonly StagedRange[]) {
    this.#options = options
    this.#staged = staged
  }

  get finished(): readonly FinishedRange[] {
    return this.#staged
  }

  async startOver(): Promise<void> {
    const { bucket, folder } = this.#options
    await bucket.remove(await bucket.list(folder))
    this.#staged = []
  }

  async list(ranges: readonly TableRange[]): Promise<void> {
    this.#left = [...ranges]
  }

  async take(): Promise<TakenRange | undefined> {
    const range = this.#left.shift()
    return range && { range, load: this.#loadOf(range) }
  }

  async look(): Promise<readonly FinishedRange[]> {
    return this.#staged
  }

  /** Nobody else writes ranges here. */
  async blockOthers(): Promise<void> {}

  async commit({ ranges, rows, highWaterMark }: Parameters<RangedLoad['commit']>[0]): Promise<PublishResult> {
    const { bucket, commit, fenceMarker, loadId, fence, table } = this.#options
    const found = this.#staged.reduce((sum, range) => sum + range.rows, 0)
    if (this.#staged.length !== ranges || found !== rows)
      throw incomplete(table, { ranges, rows }, { ranges: this.#staged.length, rows: found })
    const objects = [fenceMarker, ...this.#staged.flatMap((range) => range.objects)]
    const taken = await commit(
      objects.map((name) => bucket.uriOf(name)),
      highWaterMark,
      undefined,
    )
    requireAll(rows, taken)
    // The rows are in place; the next run deletes objects that remain. The marker goes first: whoever stages a range later sees that nobody takes it.
    await this.#removeAll([fenceMarker])
    await this.#removeAll(await bucket.list(runFolder(loadId, fence)).catch(() => objects))
    return defined({ repeated: taken.repeated })
  }

  async abandon(finished: 'keep' | 'drop'): Promise<void> {
    const { cleaningBucket, fenceMarker, loadId, fence } = this.#options
    // The marker stays as long as the attempt may be the newest: without it, the objects may belong to another attempt.
    if (finished === 'keep') return this.#removeAll([fenceMarker])
    await cleaningBucket()
      .then(async (bucket) => {
        if (!(await bucket.list(fenceMarker)).includes(fenceMarker)) return
        await bucket.remove([fenceMarker])
        await bucket.remove(await bucket.list(runFolder(loadId, fence)))
      })
      .catch(() => {})
  }

  #loadOf(range: TableRange): Load {
    const { bucket, folder, fence } = this.#options
    const prefix = rangePrefix(folder, range, fence)
    const objects = new StagedObjects({ ...this.#options, prefix })
    let note: string | undefined
    let isOver = false
    return {
      failure: objects.failure,
      write: (frames) => objects.write(frames),
      drained: () => objects.drained(),
      finish: () => objects.finish(),
      commit: async (proof = '') => {
        const { rows, bytes, names } = objects
        // A newer attempt has deleted the marker, and then looked which ranges are whole: nobody would delete the objects of one that comes later.
        if ((await this.#newest(bucket)) !== 'this') throw fenced()
        note = noteOf(prefix, { rows, bytes, parts: names.length, proof })
        const noted = bucket.upload(note)
        // An object without bytes would not be sent.
        await noted.write(Buffer.from('whole'))
        await noted.end()
        if ((await this.#newest(bucket)) !== 'this') throw fenced()
        this.#staged = [...this.#staged, { ...range, rows, bytes, proof, note, objects: names }]
        isOver = true
        return {}
      },
      abandon: async () => {
        await objects.stop()
        if (isOver) return
        isOver = true
        this.#left.unshift(range)
        const remove = async (cleaning: StagingBucket) => {
          // An attempt that goes on may have found this range, and removes its objects at its end.
          if (note !== undefined && (await this.#newest(cleaning)) === 'other') return
          await cleaning.remove([...(note === undefined ? [] : [note]), ...objects.names])
        }
        await this.#options
          .cleaningBucket()
          .then(remove)
          .catch(() => {})
      },
    }
  }

  /** Which attempt has its marker in the bucket. */
  async #newest(bucket: StagingBucket): Promise<'this' | 'other' | 'none'> {
    const { loadId, fenceMarker } = this.#options
    if ((await bucket.list(fenceMarker)).includes(fenceMarker)) return 'this'
    return (await bucket.list(`millrace/${loadId}/`)).some(isFenceMarker) ? 'other' : 'none'
  }

  async #removeAll(objects: readonly string[]): Promise<void> {
    await this.#options.bucket.remove(objects).catch(() => removeAfterAll(this.#options, objects))
  }
}
