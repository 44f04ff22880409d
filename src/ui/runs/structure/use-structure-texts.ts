import { useLingui } from '@lingui/react/macro'

import type { StructureKind, StructureState } from '../../../core/catalog/runs/structure-objects.ts'
import type { StructureObject } from '../../../core/flows/structure-object.ts'
import { translateServerText } from '../../i18n/translate-server-text.ts'

/** The words of a report about structure. */
export function useStructureTexts() {
  const { t, i18n } = useLingui()
  const kinds = {
    table: t`Table`,
    collation: t`Collation`,
    sequence: t`Sequence`,
    default: t`Default`,
    identity: t`Automatic numbers`,
    on_update: t`Time of the change`,
    values: t`Allowed values`,
    primary_key: t`Primary key`,
    not_null: t`Required value`,
    check: t`Check`,
    unique: t`Unique constraint`,
    index: t`Index`,
    foreign_key: t`Foreign key`,
    view: t`View`,
    materialized_view: t`Materialized view`,
    comment: t`Comment`,
    trigger: t`Trigger`,
    rule: t`Rule`,
    policy: t`Row security`,
    exclusion: t`Exclusion constraint`,
    partitions: t`Partitions`,
    statistics: t`Statistics`,
    setting: t`Setting`,
    function: t`Function`,
    type: t`Type`,
    event: t`Event`,
    extension: t`Extension`,
    publication: t`Publication`,
    object: t`Object`,
    grants: t`Rights`,
    owner: t`Owner`,
  } satisfies Readonly<Record<StructureKind, string>>
  const states: Readonly<Record<StructureState, string>> = {
    failed: t`Refused by the destination`,
    left: t`Cannot come`,
    waiting: t`Waits for a table`,
    comes: t`Comes along`,
    built: t`Built`,
    present: t`Was there already`,
  }
  return {
    states,
    kindOf: ({ kind }: Pick<StructureObject, 'kind'>): string =>
      (kinds as Partial<Record<string, string>>)[kind] ?? t`Object`,
    reasonOf: ({ reason, reasonSentence }: StructureObject): string | undefined =>
      reason === undefined ? undefined : translateServerText(i18n, reason, reasonSentence),
  }
}
