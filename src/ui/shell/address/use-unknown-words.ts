import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

const NONE: readonly string[] = []

/** What the address with which the application was opened asked for in vain, until something else is asked for. */
export function useUnknownWords(pathname: string) {
  const { history, options } = useRouter()
  const { opened } = options.context
  const [isOver, setOver] = useState(false)
  if (!isOver && pathname !== opened?.pathname) setOver(true)
  useEffect(() => {
    if (!isOver) return history.subscribe(({ action }) => action.type === 'PUSH' && setOver(true))
  }, [history, isOver])
  return { words: isOver ? NONE : (opened?.unknownWords ?? NONE), onDismiss: () => setOver(true) }
}
