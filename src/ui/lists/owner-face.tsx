import { Avatar } from '../kit/avatar/avatar.tsx'
import styles from './owner-face.module.css'

/** Whom to ask about something; nothing if nobody is named. */
export const OwnerFace = ({ name }: { readonly name: string | undefined }) =>
  name !== undefined && (
    <span className={styles['face']} data-tooltip={name}>
      <Avatar name={name} size="xs" />
      <span className="visually-hidden">{name}</span>
    </span>
  )
