import { Filter } from 'lucide'

import { CONNECTION_TYPES } from '../../core/catalog/connections/connection-types.ts'
import { TypeMark } from '../catalog/type-mark.tsx'
import { Icon } from '../kit/icon/icon.tsx'
import styles from './systems-picture.module.css'

const SOURCES = ['postgres', 'mysql', 'google_sheets'] as const
const DESTINATIONS = ['bigquery', 'postgres', 'email'] as const

/** Rows on their way from some systems to others: what a flow does, before there is one. */
export function SystemsPicture() {
  return (
    <div className={styles['picture']} aria-hidden>
      <Systems types={SOURCES} />
      <Streams />
      <span className={styles['step']}>
        <Icon of={Filter} size={18} />
      </span>
      <Streams isMirrored />
      <Systems types={DESTINATIONS} />
    </div>
  )
}

function Systems({ types }: { types: typeof SOURCES | typeof DESTINATIONS }) {
  return (
    <ul className={styles['systems']}>
      {types.map((type) => (
        <li key={type} className={styles['system']}>
          <TypeMark type={type} />
          {CONNECTION_TYPES[type].label}
        </li>
      ))}
    </ul>
  )
}

/** The middle of each system, of a height of 150. */
const MIDDLES = [21, 75, 129]

/** Three streams that join; mirrored: that part. */
function Streams({ isMirrored = false }: { isMirrored?: boolean }) {
  return (
    <svg className={styles['streams']} viewBox="0 0 120 150" preserveAspectRatio="none" aria-hidden>
      {MIDDLES.map((y, line) => {
        const path = isMirrored ? `M0 75 C 60 75, 60 ${y}, 120 ${y}` : `M0 ${y} C 60 ${y}, 60 75, 120 75`
        return (
          <g key={y}>
            <path className={styles['bed']} d={path} />
            <path
              className={styles['water']}
              style={{ animationDelay: `${(line + (isMirrored ? 0.5 : 0)) * -0.9}s` }}
              d={path}
            />
          </g>
        )
      })}
    </svg>
  )
}
