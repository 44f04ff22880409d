import { Fallback, Image, Root } from 'radix-ui/avatar'

import { classNames } from '../class-names.ts'
import type { Size } from '../size.ts'
import styles from './avatar.module.css'

const initials = (name: string): string =>
  name
    .split(/[\s@.]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')

interface AvatarProps {
  readonly name: string
  readonly imageUrl?: string | undefined
  readonly size?: Size
  readonly shape?: 'circle' | 'square'
}

/** Decoration beside a name that is written out. */
export function Avatar({ name, imageUrl, size = 'md', shape = 'circle' }: AvatarProps) {
  return (
    <Root className={classNames(styles['avatar'], styles[size], styles[shape])} aria-hidden>
      {imageUrl && <Image className={styles['image']} src={imageUrl} alt="" referrerPolicy="no-referrer" />}
      <Fallback>{initials(name)}</Fallback>
    </Root>
  )
}
