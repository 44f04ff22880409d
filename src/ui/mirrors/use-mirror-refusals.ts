import { useLingui } from '@lingui/react/macro'

import type { MirrorObstacle } from '../../core/catalog/mirrors/mirror-obstacles.ts'

/** Why a mirror cannot have something. */
export function useMirrorRefusals(): Readonly<Record<MirrorObstacle, string>> {
  const { t } = useLingui()
  return {
    steps: t`A mirror has only steps that work row by row.`,
    schedule: t`A mirror has no schedule: it follows all the time.`,
    sql: t`A mirror has no SQL before or after its rows.`,
    structure: t`A mirror does not copy indexes, views and other structure.`,
  }
}
