import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

import { NODE_PROCESS } from '../../src/bootstrap/process-flags.mjs'

export interface Measurement {
  readonly seconds: number
  /** Of the client alone, user and system; not of the database servers. */
  readonly cpuSeconds: number
  readonly peakMegabytes: number
}

/** Runs a command of ours in a process of its own, which writes its measurement as its last line. */
export async function measureNode(script: string, input: object): Promise<Measurement> {
  const env = { ...process.env, ...NODE_PROCESS.environment }
  const child = spawn(process.execPath, [...NODE_PROCESS.flags, script], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(input))
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [status] = (await once(child, 'close')) as [number]
  if (status !== 0) throw new Error(`${script} ended with ${status}: ${output}`)
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as Measurement
}

/** Runs a shell pipe and takes its time; `times` of the shell tells the CPU of everything in it. */
export async function measureShell(command: string, env: NodeJS.ProcessEnv): Promise<Measurement> {
  const started = performance.now()
  const child = spawn('/bin/bash', ['-c', `set -o pipefail; ${command}; status=$?; times; exit $status`], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [status] = (await once(child, 'close')) as [number]
  if (status !== 0) throw new Error(`the pipe ended with ${status}: ${output}`)
  const seconds = (performance.now() - started) / 1000
  // The last line holds user and system time of the children: 0m0.512s 0m0.300s.
  const spent =
    output
      .trim()
      .split('\n')
      .at(-1)
      ?.matchAll(/(\d+)m([\d.]+)s/g) ?? []
  return {
    seconds,
    cpuSeconds: [...spent].reduce((sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest), 0),
    peakMegabytes: 0,
  }
}

/** The most memory this process has had, from the kernel where it says so. */
export function peakMegabytes(): number {
  const own = process.resourceUsage().maxRSS / 1024
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024 || own
  } catch {
    return own
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}
