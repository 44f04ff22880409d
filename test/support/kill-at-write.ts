import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { Socket } from 'node:net'
import { isMainThread } from 'node:worker_threads'

// Loaded by `--import` into a program of ours: counts its writes into files, before, in the middle of and after each, and kills the program at one of them.
// KILL_AT: the number of the point, from 1. KILL_COUNT: a file for the number of all points, if the program comes to its end.
// KILL_BELOW: only files in this folder count. KILL_MESSAGES: what is sent to databases counts too. KILL_FAMILY: the programs that it
// started are killed with it.
const { KILL_AT, KILL_COUNT, KILL_BELOW = '', KILL_MESSAGES, KILL_FAMILY } = process.env

type Call = (this: unknown, ...args: unknown[]) => unknown

let points = 0
const children: ChildProcess[] = []

/** Of files that count. */
const handles = new WeakSet<object>()

const isMeant = (place: unknown) =>
  typeof place === 'object' && place !== null ? handles.has(place) : String(place).startsWith(KILL_BELOW)

const isNext = () => points + 1 === Number(KILL_AT)

function point(): void {
  if (!isNext()) {
    points += 1
    return
  }
  // The last one first: it is the guard that would end the others properly.
  for (const child of children.toReversed()) child.kill('SIGKILL')
  process.kill(process.pid, 'SIGKILL')
}

function wrap(owner: object, names: readonly string[], wrapped: (original: Call) => Call): void {
  for (const name of names) {
    const original: Call = Reflect.get(owner, name)
    Reflect.set(owner, name, wrapped(original))
  }
}

/** @param placeOf the path or the handle of a call */
const whole =
  (placeOf: (self: unknown, args: readonly unknown[]) => unknown) =>
  (original: Call): Call =>
    async function (...args) {
      if (!isMeant(placeOf(this, args))) return original.apply(this, args)
      point()
      const result = await original.apply(this, args)
      point()
      return result
    }

const ofPath = (_: unknown, [path]: readonly unknown[]) => path
const ofHandle = (handle: unknown) => handle

/** A kill may come when only a part of the content is in the file. */
const ofContent =
  (isHandle: boolean) =>
  (original: Call): Call =>
    async function (...args) {
      if (!isMeant(isHandle ? this : args[0])) return original.apply(this, args)
      point()
      if (isNext()) await original.apply(this, isHandle ? half(args) : [args[0], ...half(args.slice(1))])
      point()
      const result = await original.apply(this, args)
      point()
      return result
    }

/** The arguments for half of the content, which is the first; two numbers after it are the part that is written. */
function half([content, ...more]: readonly unknown[]): unknown[] {
  if (typeof content === 'string') return [content.slice(0, content.length / 2), ...more]
  if (!(content instanceof Uint8Array)) return [content, ...more]
  const [offset, length, ...others] = more
  if (typeof offset === 'number') return [content, offset, Math.floor(Number(length) / 2), ...others]
  return [content.subarray(0, content.length / 2), ...more]
}

const opening = (original: Call): Call => {
  const counted = whole(ofPath)(original)
  return async function (...args) {
    const [path, flags = 'r'] = args
    // Reading changes nothing.
    const handle = await (flags === 'r' ? original : counted).apply(this, args)
    if (isMeant(path) && typeof handle === 'object' && handle !== null) handles.add(handle)
    return handle
  }
}

const atOnce = (original: Call): Call =>
  function (...args) {
    if (!(this instanceof Socket || isMeant(args[0]))) return original.apply(this, args)
    point()
    const result = original.apply(this, args)
    point()
    return result
  }

const CHANGING = [
  'mkdir',
  'mkdtemp',
  'rename',
  'rm',
  'rmdir',
  'unlink',
  'link',
  'symlink',
  'copyFile',
  'cp',
  'chmod',
  'chown',
]

if (isMainThread) {
  subscribe('child_process', (message) => {
    if (KILL_FAMILY && typeof message === 'object' && message !== null && 'process' in message)
      children.push(message.process as ChildProcess)
  })
  const file = await fs.promises.open(process.execPath, 'r')
  const handle = Object.getPrototypeOf(file)
  await file.close()
  wrap(handle, ['sync', 'datasync', 'truncate'], whole(ofHandle))
  wrap(handle, ['write', 'writeFile', 'appendFile'], ofContent(true))
  wrap(fs.promises, CHANGING, whole(ofPath))
  wrap(fs.promises, ['writeFile', 'appendFile'], ofContent(false))
  wrap(fs.promises, ['open'], opening)
  if (KILL_MESSAGES) wrap(Socket.prototype, ['write'], atOnce)
  const { writeFileSync } = fs
  wrap(fs, ['mkdirSync', 'mkdtempSync', 'renameSync', 'rmSync', 'writeFileSync'], atOnce)
  syncBuiltinESMExports()
  if (KILL_COUNT) process.on('exit', () => writeFileSync(KILL_COUNT, String(points)))
}
