import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

const NONE: readonly string[] = []

/** What the address with which the application was opened asked for in vain, until another page is shown. */
export function useUnknownWords(pathname: string) {
  const { opened } = useRouter().options.context
  const [isOver, setOver] = useState(false)
  if (!isOver && pathname !== opened?.pathname) setOver(true)
  return { words: isOver ? NONE : (opened?.unknownWords ?? NONE), onDismiss: () => setOver(true) }
}
