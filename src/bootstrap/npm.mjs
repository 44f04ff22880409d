import { basename } from 'node:path'

import { runProgram } from './run-program.mjs'

const QUIETLY = '--loglevel=error'

/** Runs npm: the one that runs us, or the one on the path. */
export function npm(...args) {
  const cli = process.env.npm_execpath
  if (cli && basename(cli) === 'npm-cli.js')
    return runProgram(process.env.npm_node_execpath ?? process.execPath, [cli, ...args, QUIETLY])
  return runProgram('npm', [...args, QUIETLY], { shell: process.platform === 'win32' })
}
