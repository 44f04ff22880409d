import { appendFileSync, existsSync, readFileSync } from 'node:fs'

import type { Trial } from './enumerate.ts'

/** Keeps what was tried, a line of JSON for each, so that thousands of trials may take several sittings. */
export interface Journal {
  /** What was tried in earlier sittings and needs no other try; what broke does, because it may be mended by now. */
  find(name: string): Trial | undefined
  add(trial: Trial): void
}

export function openJournal(file: string | undefined): Journal {
  const lines = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  // The last line may be a half, because the sitting was ended in the middle of it.
  const trials = lines.slice(0, -1).map((line) => JSON.parse(line) as Trial)
  const known = new Map(trials.map((trial) => [trial.name, trial]))
  return {
    find: (name) => {
      const trial = known.get(name)
      return trial?.breaches.length === 0 ? trial : undefined
    },
    add: ({ name, struck, breaches }) => {
      if (file !== undefined) appendFileSync(file, `${JSON.stringify({ name, struck, breaches })}\n`)
    },
  }
}
