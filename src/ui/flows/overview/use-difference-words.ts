import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

import type { MirrorDifference } from '../../../core/mirrors/mirror.ts'

/** How many rows of a table differed, and what became of them. */
export function useDifferenceWords(): (difference: MirrorDifference) => string {
  const { t } = useLingui()
  return ({ missing, changed, extra, isUnlocated, repaired }) => {
    if (isUnlocated) return t`It differed and is copied again.`
    const differed = t`${plural(missing + changed + extra, { one: '# row differed.', other: '# rows differed.' })}`
    if (repaired === undefined) return differed
    return `${differed} ${t`${plural(repaired, { one: '# was sent again.', other: '# were sent again.' })}`}`
  }
}
