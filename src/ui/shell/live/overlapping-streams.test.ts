import { expect, it } from 'vitest'

import type { StreamState } from '../../../core/runs/live/run-events.ts'
import { makeOverlappingStreams } from './overlapping-streams.ts'

it('a stream ends only when the next one is open, and what it says then is not heard', () => {
  const opened: ((state: StreamState) => void)[] = []
  const log: string[] = []
  const streams = makeOverlappingStreams(
    (onState) => {
      const number = opened.push(onState)
      return () => {
        log.push(`end ${number}`)
        onState('closed')
      }
    },
    (state) => log.push(state),
  )
  streams.connect()
  opened[0]?.('open')
  streams.connect()
  expect(log).toEqual(['open'])
  opened[1]?.('open')
  expect(log).toEqual(['open', 'end 1', 'open'])
  streams.endAll()
  expect(log).toEqual(['open', 'end 1', 'open', 'end 2'])
})
