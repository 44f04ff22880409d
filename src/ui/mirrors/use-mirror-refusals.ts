import { useLingui } from '@lingui/react/macro'

import type { MirrorObstacle } from '../../core/catalog/mirrors/mirror-obstacles.ts'

/** Why a mirror cannot have something. */
export function useMirrorRefusals(): Readonly<Record<MirrorObstacle, string>> {
  const { t } = useLingui()
  return {
    steps: t`Steps of a mirror work row by row.`,
    schedule: t`A mirror always follows and has no schedule.`,
    sql: t`A mirror has no SQL before or after.`,
    structure: t`A mirror copies no indexes, views and other structure.`,
  }
}
