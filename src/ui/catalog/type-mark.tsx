import { Database, type IconNode, Mail } from 'lucide'
import type { CSSProperties } from 'react'

import type { ConnectionType } from '../../core/catalog/connections/connection-types.ts'
import type { IntegrationType } from '../../core/catalog/connections/integration-types.ts'
import { classNames } from '../kit/class-names.ts'
import { Icon } from '../kit/icon/icon.tsx'
import google from './brands/google.svg?no-inline'
import bigquery from './brands/googlebigquery.svg?no-inline'
import googleCloud from './brands/googlecloud.svg?no-inline'
import googleSheets from './brands/googlesheets.svg?no-inline'
import mysql from './brands/mysql.svg?no-inline'
import postgresql from './brands/postgresql.svg?no-inline'
import styles from './type-mark.module.css'

/** A brand without a free logo is shown by its letters. */
type Mark =
  | { readonly logo: string; readonly color: string }
  | { readonly letters: string }
  | { readonly icon: IconNode }

const MARKS: Readonly<Record<ConnectionType | IntegrationType, Mark>> = {
  postgres: { logo: postgresql, color: '#4169e1' },
  mysql: { logo: mysql, color: '#4479a1' },
  google_sheets: { logo: googleSheets, color: '#34a853' },
  google_oauth: { logo: google, color: '#4285f4' },
  bigquery: { logo: bigquery, color: '#669df6' },
  gcp: { logo: googleCloud, color: '#4285f4' },
  aws: { letters: 'aws' },
  aws_cost_explorer_api: { letters: 'aws' },
  metronome: { letters: 'M' },
  sendgrid: { letters: 'SG' },
  smtp2go: { letters: 'S2' },
  email: { icon: Mail },
}

const isKnown = (type: string): type is keyof typeof MARKS => type in MARKS

type Size = 'sm' | 'md' | 'lg'

/** The picture of a type; a type of a newer server gets the plainest one. */
export function TypeMark({ type, size = 'md' }: { type: string; size?: Size }) {
  return (
    <span className={classNames(styles['mark'], styles[size])} data-type={type} aria-hidden>
      {drawing(isKnown(type) ? MARKS[type] : { icon: Database }, size)}
    </span>
  )
}

function drawing(mark: Mark, size: Size) {
  if ('letters' in mark) return <span className={styles['letters']}>{mark.letters}</span>
  if ('icon' in mark) return <Icon of={mark.icon} size={{ sm: 13, md: 16, lg: 20 }[size]} strokeWidth={1.75} />
  // A mask takes the colour of the theme, and an image beside the code does not make any page larger.
  return (
    <span
      className={styles['logo']}
      style={{ '--logo': `url("${mark.logo}")`, '--brand': mark.color } as CSSProperties}
    />
  )
}
