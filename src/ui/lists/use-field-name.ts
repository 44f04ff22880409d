import { useLingui } from '@lingui/react/macro'

import { stepName } from '../i18n/step-name.ts'

/** A step in the path of a change: its number and type. */
const STEP = /^(\d+) (\w+)$/

/** The name of a changed field; names of tables, and unknown fields, are shown unchanged. */
export function useFieldName(): (field: string, place: number, path: readonly string[]) => string {
  const { t, i18n } = useLingui()
  const names: Readonly<Record<string, string>> = {
    name: t`Name`,
    issuer: t`Issuer`,
    audience: t`Audience`,
    subject: t`Subject`,
    enabled: t`Switched on`,
    source: t`Source`,
    destination: t`Destination`,
    freshness: t`Freshness, minutes`,
    streams: t`Tables`,
    transformations: t`Steps`,
    schedule: t`Schedule`,
    after: t`After other flows`,
    sql_before: t`SQL before the rows`,
    sql_after: t`SQL after the rows`,
    structure: t`Structure`,
    when: t`Starts as soon as`,
    timezone: t`Time zone`,
    settings: t`Settings`,
    target: t`Target`,
    mode: t`Write mode`,
    key: t`Key`,
    cursor: t`Cursor`,
    columns: t`Columns`,
    mapping: t`Mapping`,
    drift: t`Schema changes`,
    on_invalid: t`Rejected rows`,
    on_vanished: t`When a row is gone at the source`,
    verify: t`What both sides compare before the rows are visible`,
    checks: t`Checks before the rows are visible`,
    vanished_column: t`Column for the time`,
    vanished_percent: t`Stop when more than this share is gone, in percent`,
    rows: t`Rows`,
    megabytes: t`Megabytes`,
    days: t`Days`,
    config: t`Settings`,
    capability: t`Use`,
    credentials: t`Credentials`,
    role: t`Role`,
    url: t`Address`,
    recipients: t`Recipients`,
    routing_key: t`Integration key`,
    signing_secret: t`Signing secret`,
    events: t`Events`,
    rejects_above: t`Rejected rows above, %`,
    flows: t`Flows`,
    stream: t`Table`,
    column: t`Column`,
    method: t`Method`,
    owned_by: t`Owned by the file`,
    shows_values: t`Assistants see values of rows`,
  }
  return (field, place, path) => {
    const list = path[place - 1]
    if (list === 'streams') return field
    const [, number, type = ''] = (list === 'transformations' && STEP.exec(field)) || []
    if (number !== undefined) return `${number} ${stepName(i18n, type)}`
    return (Object.hasOwn(names, field) ? names[field] : undefined) ?? field
  }
}
