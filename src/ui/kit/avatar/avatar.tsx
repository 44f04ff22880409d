import { useState } from 'react'

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

/** A picture from anywhere else would tell its server who looks at this page, and when. */
function isFromHere(address: string): boolean {
  const url = URL.parse(address, location.href)
  return url?.protocol === 'data:' || url?.origin === location.origin
}

/** Decoration beside a name that is written out; pictures of other sites are not loaded. */
export function Avatar({ name, imageUrl: given, size = 'md', shape = 'circle' }: AvatarProps) {
  const imageUrl = given !== undefined && isFromHere(given) ? given : undefined
  const [loadedUrl, setLoadedUrl] = useState<string>()
  // Initials until the picture is there, and for good if it never comes.
  const isLoaded = Boolean(imageUrl) && loadedUrl === imageUrl
  return (
    <span className={classNames(styles['avatar'], styles[size], styles[shape])} aria-hidden>
      {imageUrl && (
        // biome-ignore lint/a11y/noNoninteractiveElementInteractions: nobody acts on it, it tells that it has arrived
        <img
          key={imageUrl}
          className={styles['image']}
          src={imageUrl}
          alt=""
          referrerPolicy="no-referrer"
          hidden={!isLoaded}
          onLoad={() => setLoadedUrl(imageUrl)}
        />
      )}
      {!isLoaded && <span>{initials(name)}</span>}
    </span>
  )
}
