import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

import { CONNECTION_TYPES } from '../../core/catalog/connections/connection-types.ts'
import type { Field } from '../../core/catalog/connections/field.ts'
import { INTEGRATION_TYPES } from '../../core/catalog/connections/integration-types.ts'
import type { Sentence } from '../../core/catalog/sentence.ts'
import { fieldLabel } from '../catalog/field-labels.ts'
import { useCheckLabel } from '../catalog/use-check-names.ts'
import { settingLabel, stepName } from '../i18n/step-type-texts.ts'

/** A step in the path of a change: its number and type. */
const STEP = /^(\d+) (\w+)$/

const NAMES: Readonly<Record<string, MessageDescriptor>> = {
  name: msg`Name`,
  note: msg`Note`,
  issuer: msg`Issuer`,
  audience: msg`Audience`,
  subject: msg`Subject`,
  enabled: msg`Switched on`,
  source: msg`Source`,
  destination: msg`Destination`,
  freshness: msg`Freshness limit`,
  streams: msg`Tables`,
  transformations: msg`Steps`,
  schedule: msg`Schedule`,
  after: msg`After other flows`,
  sql_before: msg`SQL before the rows`,
  sql_after: msg`SQL after the rows`,
  structure: msg`Structure`,
  worker_class: msg`Workers`,
  class: msg`Class`,
  mirror_seconds: msg`Interval of the mirror in seconds`,
  comments: msg`Comments`,
  when: msg`Starts as soon as`,
  cron: msg`Cron expression`,
  timezone: msg`Time zone`,
  overlap: msg`If the previous run still runs`,
  budget: msg`Budget`,
  dollars: msg`US dollars a month`,
  'budget.rows': msg`Rows a month`,
  mails: msg`Mails a month`,
  severity: msg`If it is not true`,
  percent: msg`Percent`,
  hours: msg`Hours`,
  values: msg`Values`,
  keys: msg`Keys`,
  query: msg`Query`,
  settings: msg`Settings`,
  target: msg`Target`,
  mode: msg`Write mode`,
  key: msg`Key`,
  cursor: msg`Cursor`,
  columns: msg`Columns`,
  mapping: msg`Mapping`,
  drift: msg`Schema changes`,
  zero_dates: msg`Dates such as 0000-00-00`,
  empty_cursor: msg`Rows without a value in the cursor`,
  own_types: msg`Own types of the source`,
  on_invalid: msg`Rejected rows`,
  on_vanished: msg`Rows gone at the source`,
  verify: msg`Compare before readers see the rows`,
  checks: msg`Checks`,
  vanished_column: msg`Column for the time`,
  vanished_percent: msg`Stop above this share, in percent`,
  rows: msg`Rows`,
  megabytes: msg`Megabytes`,
  days: msg`Days`,
  config: msg`Settings`,
  capability: msg`Use`,
  credentials: msg`Credentials`,
  role: msg`Role`,
  url: msg`Address`,
  recipients: msg`Recipients`,
  routing_key: msg`Integration key`,
  signing_secret: msg`Signing secret`,
  events: msg`Events`,
  rejects_above: msg`Rejected rows above, %`,
  flows: msg`Flows`,
  stream: msg`Table`,
  column: msg`Column`,
  method: msg`Method`,
  owned_by: msg`Owned by the file`,
  owner: msg`Owner`,
  tags: msg`Tags`,
  shows_values: msg`Assistants see values of rows`,
}

const TYPE_OF_STEP = msg`Type of step`

/** The fields of credentials and connections. */
const CATALOG_LABELS = new Map<string, Sentence>(
  [...Object.values(INTEGRATION_TYPES), ...Object.values(CONNECTION_TYPES)].flatMap(
    ({ fields }: { readonly fields: readonly Field[] }) => fields.map(({ name, label }) => [name, label] as const),
  ),
)

/** The name of a changed field in its path; names of tables, and unknown fields, are shown unchanged. */
export function useFieldName(): (path: readonly string[], place: number) => string {
  const { i18n } = useLingui()
  const checkLabel = useCheckLabel()
  return (path, place) => {
    const field = path[place] ?? ''
    const list = path[place - 1]
    if (list === 'streams') return field
    if (list === 'checks') return checkLabel(field)
    const [, number, type = ''] = (list === 'transformations' && STEP.exec(field)) || []
    if (number !== undefined) return `${number} ${stepName(i18n, type)}`
    if (path[0] === 'transformations' && place === 2 && field === 'type') return i18n._(TYPE_OF_STEP)
    const step = stepOf(path, place)
    if (step !== undefined) return settingLabel(i18n, step, field)
    const label = CATALOG_LABELS.get(field)
    const key = [`${list}.${field}`, field].find((known) => Object.hasOwn(NAMES, known))
    const name = key === undefined ? label && fieldLabel(label) : NAMES[key]
    return name ? i18n._(name) : field
  }
}

/** The type of the step that a setting belongs to. */
const stepOf = (path: readonly string[], place: number): string | undefined =>
  path[2] === 'settings' && place > 2 ? STEP.exec(path[1] ?? '')?.[2] : undefined
