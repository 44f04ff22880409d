import { useLingui } from '@lingui/react/macro'

/** The name of a changed field; names of tables, and unknown fields, are shown unchanged. */
export function useFieldName(): (field: string) => string {
  const { t } = useLingui()
  const names: Readonly<Record<string, string>> = {
    name: t`Name`,
    enabled: t`Switched on`,
    source: t`Source`,
    destination: t`Destination`,
    freshness: t`Freshness, minutes`,
    streams: t`Tables`,
    transformations: t`Steps`,
    schedule: t`Schedule`,
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
    config: t`Settings`,
    capability: t`Use`,
    credentials: t`Credentials`,
    role: t`Role`,
    url: t`Address`,
    recipients: t`Recipients`,
    events: t`Events`,
    rejects_above: t`Rejected rows above, %`,
    flows: t`Flows`,
  }
  return (field) => names[field] ?? field
}
