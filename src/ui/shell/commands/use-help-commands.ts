import { useLingui } from '@lingui/react/macro'
import { BookOpen } from 'lucide'

import type { Command } from './command.ts'

/** The pages of the help. */
export function useHelpCommands(): readonly Command[] {
  const { t } = useLingui()
  const titles: Readonly<Record<string, string>> = {
    guide: t`Guide`,
    transformations: t`Steps of a flow`,
    alerts: t`Alerts`,
    lineage: t`Lineage`,
    mends: t`When a run fails`,
    types: t`How each type arrives`,
    'connectors/postgres': 'Postgres',
    'connectors/postgres-settings': t`Settings of Postgres`,
    'connectors/mysql': 'MySQL',
    'connectors/mysql-settings': t`Settings of MySQL`,
    'connectors/google-sheets': 'Google Sheets',
    'connectors/bigquery': 'BigQuery',
    'connectors/aws-cost-explorer': 'AWS Cost Explorer',
    'connectors/metronome': 'Metronome',
    'connectors/email': t`E-mail`,
    api: t`API`,
    'flows-as-code': t`Flows as code`,
    recipes: t`Recipes`,
    'api-reference': t`Every call of the API`,
    errors: t`Error codes`,
    promises: t`What Millrace promises`,
    operations: t`Operations`,
    configuration: t`Configuration`,
    security: t`Security`,
  }
  return Object.entries(titles).map(
    ([page, title]): Command => ({
      id: `help-${page}`,
      group: 'help',
      icon: BookOpen,
      label: title,
      run: () => void open(`/help/${page}.html`, '_blank', 'noopener'),
    }),
  )
}
