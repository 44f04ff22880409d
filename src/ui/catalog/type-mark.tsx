import { Cloud, CreditCard, Database, type IconNode, KeyRound, Mail, Sheet, Warehouse } from 'lucide'

import type { ConnectionType } from '../../core/catalog/connection-types.ts'
import type { IntegrationType } from '../../core/catalog/integration-types.ts'
import { classNames } from '../kit/class-names.ts'
import { Icon } from '../kit/icon/icon.tsx'
import styles from './type-mark.module.css'

const ICONS: Readonly<Record<ConnectionType | IntegrationType, IconNode>> = {
  postgres: Database,
  mysql: Database,
  google_sheets: Sheet,
  google_oauth: KeyRound,
  bigquery: Warehouse,
  gcp: Cloud,
  aws: Cloud,
  aws_cost_explorer_api: Cloud,
  metronome: CreditCard,
  sendgrid: Mail,
  smtp2go: Mail,
  email: Mail,
}

const isKnown = (type: string): type is keyof typeof ICONS => type in ICONS

/** The picture of a type; a type of a newer server gets the plainest one. */
export function TypeMark({ type, size = 'md' }: { type: string; size?: 'sm' | 'md' | 'lg' }) {
  return (
    <span className={classNames(styles['mark'], styles[size])} aria-hidden>
      <Icon of={isKnown(type) ? ICONS[type] : Database} size={{ sm: 13, md: 16, lg: 20 }[size]} strokeWidth={1.75} />
    </span>
  )
}
