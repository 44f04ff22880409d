import { useLingui } from '@lingui/react/macro'

import type { ColumnNote } from '../../../../core/catalog/runs/column-notes.ts'
import type { TargetEffect } from '../../../../core/catalog/runs/target-effects.ts'

/** The effect of a run on a target, in a sentence. */
export function useEffectTexts(target: string): Readonly<Record<TargetEffect, string>> {
  const { t } = useLingui()
  return {
    created: t`${target} is created.`,
    replaced: t`${target} is replaced in one step.`,
    refilled: t`Replaces the rows of ${target}.`,
    appended: t`Rows are added to ${target}.`,
    upserted: t`${target} is updated by key.`,
    sent: t`Rows are sent as ${target}.`,
  }
}

/** Notes about a column; a key is shown by its sign. */
export function useNoteTexts(): Readonly<Record<Exclude<ColumnNote, 'key'>, string>> {
  const { t } = useLingui()
  return {
    cursor: t`shows which rows are new`,
    made: t`created by steps`,
    changed: t`changed by steps`,
    dropped: t`left out by a step`,
    ignored: t`new at the source, left out`,
    gone: t`gone at the source: empty in new rows`,
    added: t`column is added`,
    widened: t`type becomes wider`,
    computed: t`computed by the destination, not written`,
    'as-text': t`arrives as text`,
    narrower: t`narrower type: refuses values that do not fit`,
    required: t`must have a value, or the row is refused`,
  }
}
