import { type UIEvent, useLayoutEffect, useRef } from 'react'

/** Somebody who scrolled up by less than a line has not scrolled. */
const NEAR_PX = 24

/** Keeps the last line in view while lines come, until the person scrolls up. @param last the last line */
export function useLiveTail(isLive: boolean, last: number | undefined) {
  const ref = useRef<HTMLOListElement>(null)
  const isAtEnd = useRef(true)
  useLayoutEffect(() => {
    const list = ref.current
    if (isLive && last !== undefined && isAtEnd.current && list) list.scrollTop = list.scrollHeight
  }, [isLive, last])
  const onScroll = ({ currentTarget: list }: UIEvent<HTMLOListElement>) => {
    isAtEnd.current = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_PX
  }
  return { ref, onScroll }
}
