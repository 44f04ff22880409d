import { useState } from 'react'

import { classNames } from '../class-names.ts'
import type { Size } from '../size.ts'
import styles from './avatar.module.css'

const initials = (name: string): string =>
  name
    .split(/[^\p{L}\p{N}]+/u)
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

/** A picture from another site would reveal to its server who opens this page, and when. */
function isFromHere(address: string): boolean {
  const url = URL.parse(address, location.href)
  return url?.protocol === 'data:' || url?.origin === location.origin
}

/** Decoration beside a written name; pictures of other sites are not loaded. */
export function Avatar({ name, imageUrl: given, size = 'md', shape = 'circle' }: AvatarProps) {
  const imageUrl = given !== undefined && isFromHere(given) ? given : undefined
  const [loadedUrl, setLoadedUrl] = useState<string>()
  // Initials until the picture is loaded, and permanently if it cannot be loaded.
  const isLoaded = Boolean(imageUrl) && loadedUrl === imageUrl
  return (
    <span className={classNames(styles['avatar'], styles[size], styles[shape])} aria-hidden>
      {imageUrl && (
        // biome-ignore lint/a11y/noNoninteractiveElementInteractions: not an interaction, it only reports that the picture is loaded
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
