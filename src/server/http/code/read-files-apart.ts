import { Worker } from 'node:worker_threads'

import { sentence } from '../../../core/catalog/sentence.ts'
import type { CodeFile, ReadFiles } from './read-files.ts'

const THREAD = new URL('./read-files-thread.ts', import.meta.url)

/** In megabytes and milliseconds. The largest files that are parsed at all take 0.75 s of a busy machine. */
const MAX_MEMORY = 200
const LONGEST_MS = 10_000

/** Threads that read at the same time; other requests wait for their turn. */
const AT_ONCE = 2

let running = 0
const waiting: (() => void)[] = []

interface Limits {
  readonly memory: number
  readonly milliseconds: number
}

/** As `readFiles`, in a thread with limits: whatever the files are, other calls are answered meanwhile, and the process stays. */
export async function readFilesApart(
  files: readonly CodeFile[],
  limits: Limits = { memory: MAX_MEMORY, milliseconds: LONGEST_MS },
): Promise<ReadFiles> {
  if (running < AT_ONCE) running += 1
  // Gets the place of one that has ended.
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return (await readInThread(files, limits)) ?? tooMuch(files)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** @returns nothing if the thread has ended before it had read them */
async function readInThread(
  files: readonly CodeFile[],
  { memory, milliseconds }: Limits,
): Promise<ReadFiles | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadFiles | undefined>()
  const thread = new Worker(THREAD, { resourceLimits: { maxOldGenerationSizeMb: memory } })
  const late = setTimeout(() => resolve(undefined), milliseconds)
  thread.once('message', resolve)
  thread.once('error', (error: NodeJS.ErrnoException) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(undefined) : reject(error),
  )
  thread.postMessage(files)
  try {
    return await promise
  } finally {
    clearTimeout(late)
    await thread.terminate()
  }
}

const tooMuch = ([first]: readonly CodeFile[]): ReadFiles => ({
  documents: [],
  unreadable: [],
  lines: [],
  faults: [
    {
      file: first?.name ?? '',
      sentence: sentence`To read these files takes too much time or memory. Apply fewer of them at once.`,
    },
  ],
})
