import type { Fence } from '../../ports/target-request.ts'
import { POSITION } from '../sql/changes/position-name.ts'
import { loadIdOf, STAGING } from './bigquery-target.ts'
import type { Dataset } from './dataset.ts'

/** The names of everything that one attempt of a mirror makes in the bucket and the dataset. */
export interface MirrorPlace {
  readonly id: string
  /** Of the bucket, with all attempts of the mirror. */
  readonly folder: string
  /** Of staging tables, with all attempts. */
  readonly staging: string
  readonly objectOf: (number: number) => string
  readonly tableOf: (number: number) => string
  /** @param what of the attempt: letters and digits */
  readonly jobOf: (what: string) => string
}

export const mirrorId = (fence: Pick<Fence, 'flowId'>, dataset: Pick<Dataset, 'id'>): string =>
  loadIdOf(fence, dataset, POSITION)

export function mirrorPlace(fence: Fence, dataset: Pick<Dataset, 'id'>): MirrorPlace {
  const id = mirrorId(fence, dataset)
  const folder = `millrace/${id}/`
  const staging = `${STAGING}${id}_`
  return {
    id,
    folder,
    staging,
    objectOf: (number) => `${folder}${fence.epoch}/part-${number}.parquet`,
    tableOf: (number) => `${staging}${fence.epoch}_${number}`,
    jobOf: (what) => `millrace_${id}_mirror_${what}_${fence.epoch}`,
  }
}
