import { Cloud, CreditCard, Database, KeyRound, type LucideIcon, Mail, Sheet, Warehouse } from 'lucide-react'

import type { ConnectionType } from '../../core/catalog/connection-types.ts'
import type { IntegrationType } from '../../core/catalog/integration-types.ts'
import { classNames } from '../kit/class-names.ts'
import styles from './type-mark.module.css'

const ICONS: Readonly<Record<ConnectionType | IntegrationType, LucideIcon>> = {
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
  const Icon = isKnown(type) ? ICONS[type] : Database
  return (
    <span className={classNames(styles['mark'], styles[size])} aria-hidden>
      <Icon size={{ sm: 13, md: 16, lg: 20 }[size]} strokeWidth={1.75} />
    </span>
  )
}
